/** Subscriptions over the REST API, and the screens that show them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hookList, newHook } from '#app/contract/webhooks.ts'
import { webhookEndpoints, webhookEventRows, webhookMessages } from '#app/db/schema/index.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { deleteSite } from '#app/domain/lifecycle/delete-site.server.ts'
import { transferSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWebhookWorld } from '../../support/webhooks/webhook-world.ts'
import type { TestSite } from '../../support/makers.ts'
import type { World } from '../../support/world.ts'

async function callApi(world: World) {
  const { fetch } = await world.serve()
  return async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }
}

test('subscribed, listed and ended by a token; what a person added is not listed', async () => {
  const { world, endpoint } = await createWebhookWorld()
  const site = await world.site()
  await endpoint(site, '/by-hand')
  const call = await callApi(world)
  const token = await world.token(site.team)
  const wanted = {
    site: site.uuid,
    target_url: 'https://hooks.example.com/zap',
    events: ['goal.reached', 'activity.stored'],
  }

  const made = await call(token, 'POST', '/api/v1/hooks', wanted)
  expect(made.status).toBe(201)
  const { secret, ...hook } = newHook.parse(made.body).data
  expect(secret).toMatch(/^whsec_/)
  expect(hook.events).toEqual(['activity.stored', 'goal.reached'])
  const listed = await call(token, 'GET', '/api/v1/hooks')
  expect(hookList.parse(listed.body).data).toEqual([hook])
  expect(JSON.stringify(listed.body)).not.toContain('whsec_')

  const ended = await call(token, 'DELETE', `/api/v1/hooks/${hook.id}`)
  const again = await call(token, 'DELETE', `/api/v1/hooks/${hook.id}`)
  expect([ended.status, again.status]).toEqual([204, 404])
  expect(await world.services.db.system.$count(webhookEndpoints)).toBe(1)
})

test.each([
  ['http://hooks.example.com/', 'Use a URL that starts with https://.'],
  ['https://127.0.0.1/', 'Use a URL on a public server.'],
  ['https://[::1]/', 'Use a URL on a public server.'],
  ['https://169.254.169.254/', 'Use a URL on a public server.'],
  ['https://localhost/', 'Use a URL on a public server.'],
  ['https://db.internal/', 'Use a URL on a public server.'],
  ['https://ann:secret@hooks.example.com/', 'Remove the user name and password from the URL.'],
  ['https://hooks.example.com:22/', 'Use port 443 or 8443.'],
])('%s is refused', async (url, message) => {
  const { world } = await createWebhookWorld()
  const site = await world.site()
  const call = await callApi(world)
  const wanted = { site: site.uuid, target_url: url, events: ['goal.reached'] }
  const answer = await call(await world.token(site.team), 'POST', '/api/v1/hooks', wanted)
  expect(answer).toMatchObject({ status: 422, body: { errors: { target_url: [message] } } })
})

test('a token needs the ability, the event’s too, and the site', async () => {
  const { world } = await createWebhookWorld()
  const [site, other] = [await world.site(), await world.site()]
  const call = await callApi(world)
  const target = { target_url: 'https://hooks.example.com/', events: ['activity.stored'] }
  const subscribe = async (token: string, uuid: string) =>
    (await call(token, 'POST', '/api/v1/hooks', { ...target, site: uuid })).status
  const whole = await world.token(site.team)
  expect([
    await subscribe(await world.token(site.team, ['activities:read']), site.uuid),
    await subscribe(await world.token(site.team, ['hooks:manage']), site.uuid),
    await subscribe(whole, other.uuid),
    await subscribe(whole, randomUUID()),
    await subscribe(whole, site.uuid),
  ]).toEqual([403, 403, 422, 422, 201])
})

const openScreen = async (world: World, site: TestSite, path: string, form?: URLSearchParams) => {
  const { fetch } = await world.serve()
  const answer = await fetch(path, {
    ...(form ? { method: 'POST', body: form } : {}),
    headers: { Cookie: site.owner.cookie },
  })
  return { status: answer.status, text: await answer.text() }
}

test('the screens without a script: added with its secret, tested, logged, deleted', async () => {
  const { world, receiver, send } = await createWebhookWorld()
  const site = await world.site()
  const list = '/site-settings/webhooks'
  expect((await openScreen(world, site, list)).text).toContain('No webhooks yet')

  const url = `${receiver.origin}/ok`
  const wrong = await openScreen(world, site, list, new URLSearchParams({ url: 'nowhere' }))
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Select at least one event.')
  const added = await openScreen(
    world,
    site,
    list,
    new URLSearchParams({ url, events: 'review.stored' }),
  )
  expect(added.text).toMatch(/whsec_[\w+/]{43}=/)
  const [, uuid = ''] = /webhooks\/([0-9a-f-]{36})/.exec(added.text) ?? []
  const path = `${list}/${uuid}`

  await openScreen(world, site, path, new URLSearchParams({ intent: 'test' }))
  await send()
  expect(receiver.bodiesAt('/ok')).toHaveLength(1)
  const shown = await openScreen(world, site, path)
  expect(shown.text).toContain('Delivered')
  expect(shown.text).toContain('status 204')
  expect(shown.text).not.toMatch(/whsec_/)
  const deleted = await openScreen(world, site, path, new URLSearchParams({ intent: 'delete' }))
  expect(deleted.status).toBe(302)
  expect((await openScreen(world, site, path)).status).toBe(404)
})

test('an analyst sees the screens and changes nothing', async () => {
  const { world, endpoint } = await createWebhookWorld()
  const site = await world.site()
  const { uuid } = await endpoint(site, '/ok')
  const analyst = { ...site, owner: await world.member(site.team, { role: 'analyst' }) }
  const path = `/site-settings/webhooks/${uuid}`
  const { text } = await openScreen(world, analyst, path)
  expect(text).toContain('Log')
  expect(text).not.toContain('Send a test')
  for (const intent of ['test', 'rotate', 'pause', 'delete']) {
    const { status } = await openScreen(world, analyst, path, new URLSearchParams({ intent }))
    expect(status).toBe(403)
  }
})

test('events sent about a shopper are erased with them', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  const emailHash = fingerprintOfEmail(services.security.secrets, 'ann@shop.example')
  await storePurchase(services, site, { emailHash })
  await send()
  await storePurchase(services, site, { emailHash })
  await eraseShopper(services, 'ann@shop.example')
  await send()
  expect(receiver.received).toHaveLength(1)
  expect(await services.db.system.$count(webhookEventRows)).toBe(0)
  expect(await services.db.system.$count(webhookMessages)).toBe(0)
})

test('a transfer ends the webhooks of a site, and deleting it deletes them', async () => {
  const { world, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const [site, other] = [await world.site({ name: 'Kettles' }), await world.site({ name: 'Cups' })]
  const team = await world.team({ owner: site.owner })
  for (const one of [site, other]) {
    await endpoint(one, '/ok')
    await storePurchase(services, one)
  }
  await send()
  const account = { ...site.owner, impersonator: null } as never
  const to = team.scope.teamId
  await transferSite(services, { account, site: site.scope, to, typedName: 'Kettles' })
  const rows = () =>
    services.db.system.select({ siteId: webhookEndpoints.siteId }).from(webhookEndpoints)
  expect(await rows()).toEqual([{ siteId: other.scope.siteId }])
  const owner = { ...other.owner, impersonator: null } as never
  await deleteSite(services, { account: owner, site: other.scope }, 'Cups')
  for (const table of [webhookEndpoints, webhookEventRows, webhookMessages]) {
    expect(await services.db.system.$count(table)).toBe(0)
  }
})
