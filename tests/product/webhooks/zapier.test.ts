/** The app for Zapier: valid by Zapier's schema, and its steps run by Zapier's core against our API. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { validateAppDefinition } from 'zapier-platform-schema'
import { reviewInput } from '#app/contract/reviews.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { listEndpoints } from '#app/domain/webhooks/endpoints.server.ts'
import { zapierSteps } from '#app/presenters/integrations/zapier-steps.ts'
import { loader } from '#app/routes/integrations/zapier.tsx'
import manifest from '../../../package.json' with { type: 'json' }
import { storePurchase } from '../../support/purchases.ts'
import { createWebhookWorld } from '../../support/webhooks/webhook-world.ts'
import {
  describeZapierApp,
  loadZapierApp,
  zapierManifest,
  zapierRunner,
  type ZapierItem,
} from '../../support/webhooks/zapier.ts'

const app = await loadZapierApp()
const { triggers, creates } = app

async function connect() {
  const webhooks = await createWebhookWorld()
  const site = await webhooks.world.site({ name: 'Kettles' })
  const { baseUrl } = await webhooks.world.serve()
  const run = zapierRunner(app, baseUrl, await webhooks.world.token(site.team))
  return { ...webhooks, site, run, baseUrl }
}

const order = {
  id: 'order-1001',
  occurred_at: '2026-03-02T09:30:00Z',
  first_name: 'Ann',
  last_name: '',
  email: 'ann@shop.example',
  country: 'NL',
  product_title: 'Blue Kettle',
  total: 39.5,
  currency: 'EUR',
}

test('the definition is valid, for the version of Zapier’s platform that is tested', async () => {
  const definition = await describeZapierApp(app)
  expect(validateAppDefinition(definition).errors.map(({ stack }) => stack)).toEqual([])
  expect(app.platformVersion).toBe(manifest.devDependencies['zapier-platform-core'])
  expect(zapierManifest().dependencies['zapier-platform-core']).toBe(app.platformVersion)
})

test('a token connects, another one asks to reconnect', async () => {
  const { run, baseUrl } = await connect()
  expect(await run(app.authentication.test)).toMatchObject({ token: 'Test' })
  const stranger = zapierRunner(app, baseUrl, 'nk_wrong')
  await expect(stranger(app.authentication.test)).rejects.toThrow(/valid API token/)
})

test('the screen names the steps of the app, and the Zaps that listen now', async () => {
  const { world, run, site, receiver } = await connect()
  const show = () => loader(world.visit('/integrations/zapier', { as: site.owner }))
  const labelsOf = (steps: object) =>
    Object.values(steps as Record<string, { display: { label: string; hidden?: boolean } }>)
      .filter(({ display }) => display.hidden !== true)
      .map(({ display }) => display.label)
  const known = (kind: string) => zapierSteps.filter((one) => one.kind === kind)

  expect(known('trigger').map(({ label }) => label)).toEqual(labelsOf(triggers))
  expect(known('action').map(({ label }) => label)).toEqual(labelsOf(creates))
  expect((await show()).hooks).toEqual([])
  const { operation } = triggers['new_review'] ?? {}
  if (!operation) throw new Error('There is no trigger for reviews.')
  await run(operation['performSubscribe'], {
    inputData: { site: site.uuid },
    targetUrl: `${receiver.origin}/zapier`,
  })

  expect((await show()).hooks).toMatchObject([
    {
      host: new URL(receiver.origin).host,
      token: 'Test',
      events: ['review.stored'],
      isActive: true,
    },
  ])
})

test('the list of sites fills the field of other steps', async () => {
  const { run, site } = await connect()
  const expected = [{ id: site.uuid, name: 'Kettles', url: site.url }]
  expect(await run(triggers['site_list']?.operation.perform)).toEqual(expected)
})

test('actions store once, and explain what is wrong', async () => {
  const { run, site } = await connect()
  const purchase = creates['create_purchase']?.operation.perform
  const inputData = { ...order, site: site.uuid }
  const made = (await run(purchase, { inputData })) as ZapierItem
  expect(made).toMatchObject({
    external_id: 'order-1001',
    kind: 'purchase',
    person: { first_name: 'Ann', last_name: null, country: 'NL' },
    product: { title: 'Blue Kettle' },
  })
  expect(await run(purchase, { inputData })).toEqual(made)
  const signup = creates['create_signup']?.operation.perform
  expect(await run(signup, { inputData: { ...inputData, id: 'customer-7' } })).toMatchObject({
    external_id: 'customer-7',
    kind: 'signup',
    product: null,
  })
  const wrong = { ...inputData, id: 'order-1002', country: 'Holland' }
  await expect(run(purchase, { inputData: wrong })).rejects.toThrow(
    /person\.country: Must be a two-letter country code/,
  )
  // Zapier hands on what isn't a date as it is, for example a word from another app.
  for (const occurred_at of ['next week', '31.02.2026']) {
    const dateless = { ...inputData, id: 'order-1003', occurred_at }
    await expect(run(purchase, { inputData: dateless })).rejects.toThrow(/occurred_at: /)
  }
})

test('a review is sent in the shape of our reviews', async () => {
  const bodies: { path: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push({ path: request.url, body })
      response.writeHead(201, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ data: { uuid: 'stored', id: 'review-12' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const run = zapierRunner(app, `http://127.0.0.1:${String(port)}`, 'nk_any')
  const inputData = { ...order, id: 'review-12', site: 'some-site', stars: 5, body: 'Good.' }
  expect(await run(creates['create_review']?.operation.perform, { inputData })).toEqual({
    id: 'stored',
    external_id: 'review-12',
  })
  expect(bodies.map(({ path }) => path)).toEqual(['/api/v1/sites/some-site/reviews'])
  const sent = reviewInput.parse({ kind: 'review', ...(bodies[0]?.body as object) })
  expect(sent).toMatchObject({ id: 'review-12', stars: 5, body: 'Good.' })
})

test.each([
  ['new_activity', 'activity.stored'],
  ['new_review', 'review.stored'],
  ['goal_reached', 'goal.reached'],
] as const)(
  '%s: subscribes, gets the event as in its list and sample, unsubscribes',
  async (key, event) => {
    const { world, run, site, receiver, send } = await connect()
    const { services } = world
    const { operation } = triggers[key] ?? {}
    if (!operation) throw new Error(`There is no trigger ${key}.`)
    const inputData = { site: site.uuid }
    const targetUrl = `${receiver.origin}/zapier`
    const subscribeData = await run(operation['performSubscribe'], { inputData, targetUrl })
    expect(await listEndpoints(services, site.scope)).toMatchObject([
      { url: targetUrl, events: [event], token: 'Test' },
    ])

    if (event === 'goal.reached') await reachGoal(run, services, site)
    else
      await storePurchase(services, site, { kind: event === 'review.stored' ? 'review' : 'signup' })
    await send()
    const [cleanedRequest, ...others] = receiver.bodiesAt('/zapier')
    expect(others).toEqual([])
    const [item] = (await run(operation.perform, { cleanedRequest })) as ZapierItem[]
    expect(Object.keys(item ?? {}).sort()).toEqual(Object.keys(operation.sample).sort())
    const listed = (await run(operation['performList'], { inputData })) as ZapierItem[]
    expect(listed).toEqual(event === 'goal.reached' ? [] : [item])

    await run(operation['performUnsubscribe'], { subscribeData })
    expect(await listEndpoints(services, site.scope)).toEqual([])
  },
)

/** By an order that another step of a Zap sends. */
async function reachGoal(
  run: ReturnType<typeof zapierRunner>,
  services: Parameters<typeof createGoal>[0],
  site: { uuid: string; scope: Parameters<typeof createGoal>[1] },
) {
  const goal = {
    kind: 'order',
    name: 'Order placed',
    is_repeatable: false,
    is_active: true,
  } as const
  await createGoal(services, site.scope, goal)
  const purchase = creates['create_purchase']?.operation.perform
  await run(purchase, { inputData: { ...order, site: site.uuid } })
}
