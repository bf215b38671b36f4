/** The three requests about data that every app has to fulfill. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { activities, deliveries, erasures, shops, sites, teams } from '#app/db/schema/index.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { storePurchase } from '../../support/purchases.ts'
import { findWordsIn } from '../privacy/find-words.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import {
  createWebhookWorld,
  orderBody,
  type Webhook,
  type WebhookWorld,
} from '../../support/shopify/webhooks.ts'

/** The same person has orders with and without an address, and an account. */
const person = {
  email: 'xanthippe@quux.example',
  customer: { id: 71, first_name: 'Xanthippe', last_name: 'Quux' },
  shipping_address: { first_name: 'Xanthippe', city: 'Quuxville', country_code: 'GB' },
}
const words = ['xanthippe', 'quux', '9007199254740995']

const reports: Webhook[] = [
  { topic: 'orders/paid', body: orderBody({ ...person, id: '9007199254740995' }) },
  { topic: 'orders/paid', body: orderBody({ ...person, id: 2, email: null }) },
  { topic: 'orders/paid', body: orderBody({ ...person, id: 3 }) },
  {
    topic: 'customers/create',
    body: {
      id: 71,
      created_at: '2026-03-02T09:00:00Z',
      first_name: 'Xanthippe',
      email: person.email,
    },
  },
]
const other: Webhook = { topic: 'orders/paid', body: orderBody({ id: 4 }) }

const subject = '"customer":{"id":71,"email":"Xanthippe@quux.example"}'
const redact: Webhook = {
  topic: 'customers/redact',
  body: `{"shop_id":1,${subject},"orders_to_redact":[9007199254740995,2]}`,
}
const dataRequest: Webhook = {
  topic: 'customers/data_request',
  body: `{"shop_id":1,${subject},"orders_requested":[9007199254740995,2],"data_request":{"id":9}}`,
}

async function openShop() {
  const world = await createWebhookWorld()
  for (const report of [...reports, other]) await world.deliver(report)
  await world.process()
  return world
}

const externalIds = async ({ services }: WebhookWorld) => {
  const rows = await services.db.system.select().from(activities)
  return rows.map(({ externalId }) => externalId).sort()
}

const outboxOf = async ({ services }: WebhookWorld) => {
  const listed = await services.mail.outbox.list()
  return listed.map(({ id, to, subject: about }) => ({
    to,
    about,
    message: readFileSync(path.join(services.config.dataDir, 'outbox', `${id}.eml`), 'utf8'),
  }))
}

test('a redacted customer is in no table afterwards, and others stay', async () => {
  const world = await openShop()
  // Waits for Shopify, which doesn't answer.
  await world.deliver({ topic: 'refunds/create', body: '{"id":1,"order_id":9007199254740995}' })
  await world.process()
  expect(await findWordsIn(world.services, words)).not.toEqual([])

  expect((await world.deliver(redact)).status).toBe(200)
  await world.process()

  expect(await findWordsIn(world.services, words)).toEqual([])
  expect(await externalIds(world)).toEqual(['4'])
  const rows = await world.services.db.system.select().from(deliveries)
  expect(rows.filter(({ body }) => body !== null)).toEqual([])
  expect(rows.filter(({ fault }) => fault === 'erased')).toHaveLength(1)
  const kept = readFileSync(path.join(world.services.config.dataDir, 'erasures'), 'utf8')
  expect(kept.toLowerCase()).not.toMatch(/xanthippe|quux|9007199254740995/)
})

test('redacted data doesn’t come back, neither late nor from a backup', async () => {
  const world = await openShop()
  const { system } = world.services.db
  const yesterday = await system.select().from(activities)
  await world.deliver(redact)
  await world.process()

  for (const report of reports) await world.deliver(report)
  await world.process()
  expect(await externalIds(world)).toEqual(['4'])

  await system.delete(activities)
  await system.delete(erasures)
  await system.insert(activities).overridingSystemValue().values(yesterday)
  expect(await applyErasures(world.services)).toBe(4)
  expect(await externalIds(world)).toEqual(['4'])
  expect(await applyErasures(world.services)).toBe(0)
})

test('other shops keep what they know of the person', async () => {
  const world = await openShop()
  const elsewhere = await world.site()
  await storePurchase(world.services, elsewhere, { externalId: '2', firstName: 'Xanthippe' })

  await world.deliver(redact)
  await world.process()

  expect(await externalIds(world)).toEqual(['2', '4'])
})

test('a data request is answered to the owner of the shop with a file', async () => {
  const world = await openShop()

  await world.deliver(dataRequest)
  await world.process()
  await world.process()

  const emails = await outboxOf(world)
  expect(emails).toMatchObject([
    { to: 'olive@linen.example', about: 'A customer asked for their data' },
  ])
  const [, encoded = ''] =
    /customer-data\.json[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(emails[0]?.message ?? '') ?? []
  const isBase64 = /^[\w+/=\s]+$/.test(encoded)
  const file = isBase64 ? Buffer.from(encoded, 'base64').toString('utf8') : encoded
  const rows = JSON.parse(file) as { externalId: string; firstName: string; emailHash?: string }[]
  expect(rows.map(({ externalId }) => externalId).sort()).toEqual(
    ['2', '3', '71', '9007199254740995'].sort(),
  )
  expect(rows[0]).toMatchObject({ firstName: 'Xanthippe' })
  expect(rows[0]).not.toHaveProperty('emailHash')
})

test('someone of whom nothing is known is answered as well', async () => {
  const world = await createWebhookWorld()

  await world.deliver(dataRequest)
  await world.process()

  const [email] = await outboxOf(world)
  expect(email?.message).toContain('stores nothing about this customer')
  expect(email?.message).not.toContain('customer-data.json')
})

const redactShop: Webhook = { topic: 'shop/redact', body: '{"shop_id":1}' }

test('a shop that requests redaction after its uninstall is removed from every table', async () => {
  const world = await openShop()
  await world.deliver({ topic: 'app/uninstalled', body: '{}' })
  await world.process()
  world.clock.advance(2 * dayMillis)

  await world.deliver(redactShop)
  await world.process()

  expect(await findWordsIn(world.services, [...words, 'linen', 'olive'])).toEqual([])
  for (const table of [shops, sites, teams, activities, deliveries]) {
    expect(await world.services.db.system.$count(table)).toBe(0)
  }

  // Sent again, and for a shop that never was here.
  await world.deliver(redactShop)
  await world.process()
  expect(await world.services.db.system.$count(deliveries)).toBe(0)
})

test('a reinstall cancels it', async () => {
  const world = await openShop()
  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })
  world.clock.advance(dayMillis)
  await visitShop(world.services, { token: world.tokenOf(world.owner), shop: linen })

  await world.deliver(redactShop)
  await world.process()

  expect(await world.services.db.system.$count(shops)).toBe(1)
  expect(await externalIds(world)).toHaveLength(5)
})

test('an uninstall stops nudges and erases the access; an older one changes nothing', async () => {
  const world = await openShop()
  const before = new Date(world.clock.now().getTime() - dayMillis).toISOString()

  await world.deliver({
    topic: 'app/uninstalled',
    body: '{}',
    headers: { 'X-Shopify-Triggered-At': before },
  })
  await world.process()
  expect((await world.services.db.system.select().from(shops))[0]?.uninstalledAt).toBeNull()

  await world.deliver({ topic: 'app/uninstalled', body: '{}' })
  await world.process()
  expect((await world.services.db.system.select().from(shops))[0]).toMatchObject({
    accessToken: null,
    refreshToken: null,
  })
  expect((await world.services.db.system.select().from(sites))[0]?.pausedAt).not.toBeNull()
})
