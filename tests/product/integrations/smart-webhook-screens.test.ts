/** Smart webhooks only by their screens: from a name to orders that visitors see. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { hookUrlOf } from '#app/domain/connections/caller.server.ts'
import { smartWebhookSettings } from '#app/integrations/catalog/smart-webhook.ts'
import { mappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import { suggestMapping } from '#app/integrations/smart/suggest.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { open as openScreen, send } from '../../support/integrations/connection-screens.ts'

const order = {
  order_id: 'A-17',
  status: 'paid',
  created_at: '2026-01-31T09:30:00Z',
  customer: { first_name: 'Emma', email: 'emma@customer.example', city: 'Utrecht', country: 'NL' },
  product_name: 'Oak tray',
  total: '24.50',
  currency: 'EUR',
}

const open = async (world: ConnectionWorld, path: string, cookie?: string) => {
  const { status, text } = await openScreen(world, path, cookie)
  // The data of the page repeats every value in a script.
  return { status, text: text.replaceAll(/<script[^]*?<\/script>/g, '') }
}

async function create(world: ConnectionWorld, path = '/integrations/smart-webhook') {
  const made = await send(world, path, { intent: 'create', name: 'Ticket shop' })
  const uuid = /webhook=([0-9a-f-]{36})/.exec(await made.text())?.[1] ?? ''
  return {
    uuid,
    created: `${path}?webhook=${uuid}`,
    preset: `/integrations/smart-webhook/${uuid}/preset`,
    edit: `/integrations/smart-webhook/${uuid}/edit`,
    url: hookUrlOf(world.services, await found(world, uuid)),
  }
}

async function found({ services, site }: ConnectionWorld, uuid: string) {
  const connection = await findSiteConnection(services, site.scope, uuid)
  if (!connection) throw new Error('The site has no such webhook.')
  return connection
}

const settingsOf = async (world: ConnectionWorld, uuid: string) =>
  smartWebhookSettings.parse((await found(world, uuid)).credentials.settings)

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

function suggested(): Record<string, string> {
  const { mapping } = suggestMapping(order)
  if (!mapping) throw new Error('Nothing is suggested.')
  return { ...mappingValues(mapping) }
}

test('from a name to an order: address, sample, suggestion, fields, activation, delivery', async () => {
  const world = await createConnectionWorld()
  const start = await open(world, '/integrations/smart-webhook')
  expect(start.text).toContain('<title>Create Smart Webhook</title>')
  expect(start.text).toContain('Create a custom webhook to track events on your website')

  const { uuid, url, created, edit } = await create(world)
  expect((await open(world, created)).text).toContain('Waiting for a sample')
  expect((await open(world, created)).text).toContain(url.slice(-48))

  expect((await post(url, order)).status).toBe(200)
  await world.process()
  expect(await world.stored.activities()).toEqual([])
  expect((await open(world, created)).text).toContain('A sample arrived.')

  const draft = await open(world, edit)
  expect(draft.text).toContain('Suggested from your sample')
  expect(draft.text).toContain('First name (suggested)')
  expect(draft.text).toContain('emma@customer.example')
  expect(draft.text).toMatch(/1 record, no problems/)
  expect(draft.text).toContain('Save what the fields mean first')

  expect((await send(world, edit, { intent: 'activate' })).status).toBe(422)
  expect((await send(world, edit, { intent: 'save', ...suggested() })).status).toBe(200)
  expect((await send(world, edit, { intent: 'activate' })).status).toBe(200)

  await post(url, { ...order, order_id: 'A-18' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([
    { kind: 'purchase', externalId: 'A-18', firstName: 'Emma', productTitle: 'Oak tray' },
  ])
  const active = await open(world, edit)
  expect(active.text).toContain('Process again')
  expect(active.text).not.toContain('emma@customer.example')
  expect((await settingsOf(world, uuid)).isActive).toBe(true)
})

test('a sample that is too large is answered 413, and isn’t kept', async () => {
  const world = await createConnectionWorld()
  const { url } = await create(world)

  const refused = await post(url, { note: 'x'.repeat(300 * 1024) })

  expect(refused.status).toBe(413)
  expect(await refused.text()).toContain('larger than 256 KB')
  expect(await world.stored.deliveries()).toEqual([])
})

test('a sample from before becomes an order when it is processed again', async () => {
  const world = await createConnectionWorld()
  const { url, edit } = await create(world)
  await post(url, order)
  await world.process()
  await send(world, edit, { intent: 'save', ...suggested() })
  await send(world, edit, { intent: 'activate' })
  const [sample] = await world.stored.deliveries()

  const again = await send(world, edit, { intent: 'replay', delivery: String(sample?.id) })
  expect(again.status).toBe(200)
  await world.process()

  expect(await world.stored.activities()).toMatchObject([{ externalId: 'A-17' }])
  const foreign = await send(world, edit, { intent: 'replay', delivery: '987654' })
  expect(foreign.status).toBe(422)
})

test('a draft that is tried says what it makes, and saves nothing', async () => {
  const world = await createConnectionWorld()
  const { uuid, url, edit } = await create(world)
  await post(url, order)

  const tried = await send(world, edit, {
    intent: 'try',
    ...suggested(),
    'set.total.at.0': '/customer/city',
    'set.total.do.0': 'decimal',
  })

  expect(tried.status).toBe(200)
  expect(await tried.text()).toContain('Order total')
  expect((await settingsOf(world, uuid)).mapping).toBeNull()
  const left = await send(world, edit, {
    intent: 'try',
    ...suggested(),
    'when.0.at': '/status',
    'when.0.op': 'eq',
    'when.0.value': 'refunded',
  })
  expect(await left.text()).toMatch(/"unmatched",1/)
})

const forged: readonly [string, Record<string, string>, string][] = [
  ['a path out of the data', { 'set.total.at.0': '/__proto__/x' }, 'Use a path like /order/total.'],
  ['a path that is none', { 'id.0': 'javascript:1' }, 'Use a path like /order/total.'],
  [
    'a step of its own',
    { 'set.total.at.0': '/total', 'set.total.do.0': '{"eval":"1"}' },
    'Choose a step from the list.',
  ],
  [
    'a broken step',
    { 'set.total.at.0': '/total', 'set.total.do.0': '{"eval' },
    'Choose a step from the list.',
  ],
  ['another kind', { kind: 'admin' }, 'Choose what the deliveries are.'],
  ['a comparison of its own', { 'when.0.at': '/a', 'when.0.op': 'regex' }, 'Choose a comparison'],
  [
    'too many conditions',
    Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`when.${place}.at`, '/a'])),
    'Add up to 10 conditions.',
  ],
  ['a path that is too long', { each: `/${'a'.repeat(500)}` }, 'This path is too long.'],
]

test.each(forged)('%s is refused with a sentence', async (_what, change, sentence) => {
  const world = await createConnectionWorld()
  const { uuid, edit } = await create(world)

  const answer = await send(world, edit, { intent: 'save', kind: 'purchase', ...change })

  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(sentence)
  expect((await settingsOf(world, uuid)).mapping).toBeNull()
})

test('once a signature is asked for, forged deliveries are refused', async () => {
  const world = await createConnectionWorld()
  const { url, edit } = await create(world)
  const wrong = await send(world, edit, { intent: 'verification', type: 'hmac', header: 'a b' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Use letters, digits and hyphens.')

  const saved = await send(world, edit, {
    intent: 'verification',
    type: 'hmac',
    header: 'X-Signature',
    prefix: 'sha256=',
    algorithm: 'sha256',
    encoding: 'hex',
    timestamp: '',
    secret: 'a secret of the service',
  })
  expect(saved.status).toBe(200)
  expect((await open(world, edit)).text).not.toContain('a secret of the service')

  expect((await post(url, order)).status).toBe(401)
  expect((await post(url, order, { 'X-Signature': 'sha256=00' })).status).toBe(401)
  const signature = createHmac('sha256', 'a secret of the service')
    .update(JSON.stringify(order))
    .digest('hex')
  expect((await post(url, order, { 'X-Signature': `sha256=${signature}` })).status).toBe(200)
  expect(await world.stored.deliveries()).toHaveLength(1)
})

test('the secret of Standard Webhooks is shown as such services take it', async () => {
  const world = await createConnectionWorld()
  const { uuid, edit } = await create(world)

  await send(world, edit, { intent: 'verification', type: 'standard_webhooks' })

  const { hookSecret } = (await found(world, uuid)).credentials
  expect((await open(world, edit)).text).toContain(`whsec_${hookSecret}`)
})

test('a recipe fills fields and verification, and its page shows what to do and how it is', async () => {
  const world = await createConnectionWorld()
  const page = '/integrations/smart-integration/woocommerce-orders'
  expect((await open(world, page)).text).toContain('Set the status to Active')
  expect((await open(world, '/integrations/smart-integration/nothing')).status).toBe(404)

  const { uuid, edit } = await create(world, page)
  const { mapping, verification, recipe } = await settingsOf(world, uuid)
  expect(recipe).toBe('woocommerce-orders')
  expect(mapping?.kind).toBe('purchase')
  expect(verification).toMatchObject({ type: 'hmac', header: 'x-wc-webhook-signature' })
  expect((await open(world, page)).text).toContain('Not active')
  await send(world, edit, { intent: 'activate' })
  expect((await open(world, page)).text).toContain('Active')
})

test('another service replaces the fields and stops the webhook', async () => {
  const world = await createConnectionWorld()
  const { uuid, preset, edit } = await create(world)
  expect((await send(world, preset, { preset: 'nothing' })).status).toBe(422)

  await send(world, preset, { preset: 'mailchimp-subscribers' })
  await send(world, edit, { intent: 'activate' })
  expect(await settingsOf(world, uuid)).toMatchObject({
    isActive: true,
    mapping: { kind: 'signup' },
  })
  await send(world, preset, { preset: 'custom' })

  const custom = await settingsOf(world, uuid)
  expect(custom).toMatchObject({ isActive: false, mapping: null })
  expect(custom.recipe).toBeUndefined()
})

test('analysts look on: without the address, and with values hidden', async () => {
  const world = await createConnectionWorld()
  const { cookie } = await world.member(world.site.team, { role: 'analyst' })
  const { url, edit } = await create(world)
  await post(url, order)

  const seen = await open(world, edit, cookie)

  expect(seen.status).toBe(200)
  expect(seen.text).not.toContain(url.slice(-48))
  expect(seen.text).not.toContain('emma@customer.example')
  expect(seen.text).not.toContain('Activate')
  expect((await send(world, edit, { intent: 'delete' }, cookie)).status).toBe(403)
})

test('deleting ends the address, and the screen of connections leads here', async () => {
  const world = await createConnectionWorld()
  const { uuid, url, edit } = await create(world)
  const moved = await world.served.fetch(`/integrations/connections/${uuid}`, {
    headers: { Cookie: world.site.owner.cookie },
    redirect: 'manual',
  })
  expect(moved.headers.get('Location')).toBe(edit)

  await send(world, edit, { intent: 'delete' })

  expect((await open(world, edit)).status).toBe(404)
  expect((await post(url, order)).status).toBe(404)
})

test('another verification counts for the very next delivery', async () => {
  const world = await createConnectionWorld()
  const { uuid, url } = await create(world)
  expect((await post(url, order)).status).toBe(200)
  const { mapping, recipe } = await settingsOf(world, uuid)

  const verification = { type: 'header', header: 'x-shop-key', prefix: '' } as const
  const given = { mapping, recipe, verification, secret: 'key-0123456789' }
  const changed = await changeSettings(world.services, await found(world, uuid), given)

  expect(changed.ok).toBe(true)
  expect((await post(url, { ...order, order_id: 'A-18' })).status).toBe(401)
  const signed = await post(url, { ...order, order_id: 'A-19' }, { 'X-Shop-Key': given.secret })
  expect(signed.status).toBe(200)
  expect(await world.stored.deliveries()).toHaveLength(2)
})
