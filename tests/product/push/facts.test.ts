/** Messages about facts, reports of workers, and what is left of a person (docs/threats.md T97, T99). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AutomationKind } from '#app/contract/push.ts'
import { defaultAutomations } from '#app/contract/push-settings.ts'
import { products } from '#app/db/schema/products.ts'
import {
  pushCounts,
  pushDays,
  pushSends,
  pushSubscriptions,
  pushWatches,
} from '#app/db/schema/push.ts'
import { webhookEventRows } from '#app/db/schema/webhooks.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import {
  exportShopperByConsentId,
  exportShopperByEmail,
} from '#app/domain/lifecycle/export-shopper.server.ts'
import { changeAutomation, reportShipment } from '#app/domain/push/automations.server.ts'
import { changeByToken, readManagePage } from '#app/domain/push/manage-page.server.ts'
import { sweepPushSends } from '#app/domain/push/sweep-sends.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import { openPushShop, shopIn, type PushShop } from '../../support/push/push-world.ts'

const wording = 'Tell me when it’s back'

const turnOn = ({ world, site }: PushShop, kind: AutomationKind) =>
  changeAutomation(world.services, site.scope, {
    kind,
    input: { ...defaultAutomations[kind], isOn: true },
  })

/** A product of the shop: out of stock unless changed. */
async function product(
  { world, site }: PushShop,
  change: Partial<typeof products.$inferInsert> = {},
) {
  const { teamId, siteId } = site.scope
  const row = {
    teamId,
    siteId,
    externalId: 'shirt',
    title: 'Linen shirt',
    url: `${site.url}/shirt`,
    priceCents: 5_000,
    currency: 'EUR',
    stock: 0,
    updatedAt: world.clock.now(),
    ...change,
  }
  await world.services.db.system
    .insert(products)
    .values(row)
    .onConflictDoUpdate({ target: [products.siteId, products.externalId], set: row })
}

const watch = (kind: AutomationKind, subject: object = { product: 'shirt' }) => ({
  do: 'watch',
  request: { kind, ...subject },
  consent: { wording },
})

test('back in stock reaches those who asked, once, and not before it is', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'back_in_stock')
  await product(shop)
  const [asked, other] = [await shop.subscribe(), await shop.subscribe()]
  expect((await shop.change(asked, watch('back_in_stock'))).status).toBe(200)

  await shop.send()
  expect(shop.push.received).toEqual([])
  await product(shop, { stock: 3 })
  await shop.send()
  await shop.send()

  expect(shop.messagesOf(other)).toEqual([])
  expect(shop.messagesOf(asked)).toMatchObject([
    { title: 'Linen shirt is back', url: `${shop.site.url}/shirt` },
  ])
  expect(await shop.world.services.db.system.$count(pushWatches)).toBe(0)
  const [message] = shop.messagesOf(asked)
  const page = await readManagePage(shop.world.services, message?.token ?? '')
  expect(page?.message?.why.at(-1)).toBe('The shop reports that it is in stock.')
})

test('a fact that no longer holds when it is sent isn’t sent, and the request waits on', async () => {
  const shop = await openPushShop({ quietFrom: '00:00', quietUntil: '23:59' })
  await turnOn(shop, 'price_drop')
  await product(shop, { stock: 3 })
  const one = await shop.subscribe({ timeZone: 'UTC' })
  await shop.change(one, watch('price_drop'))
  await product(shop, { stock: 3, priceCents: 4_000 })
  await shop.send()
  // The price goes up again during quiet hours.
  await product(shop, { stock: 3, priceCents: 5_500 })
  const toNight = 24 * 3_600_000 - (shop.world.clock.now().getTime() % (24 * 3_600_000)) - 30_000
  shop.world.clock.advance(toNight)
  await shop.send()
  expect(shop.push.received).toEqual([])
  expect(await shop.world.services.db.system.$count(pushSends)).toBe(0)

  await product(shop, { stock: 3, priceCents: 4_500 })
  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([
    {
      title: 'Linen shirt now costs €45.00',
      body: 'It was €50.00 when you asked us to let you know.',
    },
  ])
})

test('a request keeps the words and the day of the consent to news', async () => {
  const shop = await openPushShop()
  await product(shop)
  const one = await shop.subscribe()
  const before = await readManagePage(shop.world.services, one.token)
  shop.world.clock.advance(3 * 24 * 3_600_000)

  const response = await shop.change(one, watch('back_in_stock'))

  expect(await response.json()).toMatchObject({ kinds: ['news', 'back_in_stock'] })
  const page = await readManagePage(shop.world.services, one.token)
  expect(page?.consent).toEqual(before?.consent)
  const [stored] = await shop.world.services.db.system
    .select({ words: pushWatches.words })
    .from(pushWatches)
  expect(stored?.words).toBe(wording)
})

test.each([
  ['a product that the shop never reported', watch('back_in_stock', { product: 'boots' })],
  ['a product that is in stock', watch('back_in_stock', { product: 'hat' })],
  ['a price that isn’t known', watch('price_drop', { product: 'hat' })],
])('a request for %s is refused', async (_name, request) => {
  const shop = await openPushShop()
  await product(shop, { externalId: 'hat', stock: 2, priceCents: null, currency: null })
  const one = await shop.subscribe()

  const response = await shop.change(one, request)

  expect(response.status).toBe(422)
  expect(await shop.world.services.db.system.$count(pushWatches)).toBe(0)
})

test('an order has shipped when the shop says so', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'order_shipped')
  const one = await shop.subscribe()
  await shop.change(one, watch('order_shipped', { order: '1001' }))
  const { services } = shop.world

  expect(await reportShipment(services, shop.site.scope, '1002')).toBe(0)
  expect(await reportShipment(services, shop.site.scope, '1001')).toBe(1)
  expect(await reportShipment(services, shop.site.scope, '1001')).toBe(0)
  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([{ title: 'Your order 1001 has shipped' }])
})

test('a reminder of a cart needs its consent, and ends with the cart', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  await product(shop, { stock: 3 })
  const cart = { do: 'cart', products: ['shirt'], page: '/cart' }
  const [kept, emptied] = [
    await shop.subscribe({ kinds: ['abandoned_cart'] }),
    await shop.subscribe({ kinds: ['abandoned_cart'] }),
  ]
  await shop.change(kept, cart)
  await shop.change(emptied, cart)
  await shop.change(emptied, { ...cart, products: [] })

  await shop.send()
  expect(shop.push.received).toEqual([])
  shop.world.clock.advance(5 * 3_600_000)
  await shop.send()

  expect(shop.messagesOf(emptied)).toEqual([])
  expect(shop.messagesOf(kept)).toMatchObject([{ url: `${shop.site.url}/cart` }])
})

test('workers’ reports count once, and only with the message’s token', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const one = await shop.subscribe({ kinds: ['news', 'back_in_stock'] })
  await shop.start()
  await shop.send()
  const [message] = shop.messagesOf(one)
  const report = (event: string, token = message?.token ?? '', at = shop) =>
    at.post(`/api/push/${at.site.uuid}/reports`, { token, event })

  const statuses = [
    await report('shown'),
    await report('shown'),
    await report('clicked'),
    await report('opened'),
    await report('shown', one.token),
    await report('shown', 'made up'),
    await report('shown', message?.token, other),
    await report('stopped'),
  ].map(({ status }) => status)

  expect(statuses).toEqual([200, 200, 200, 422, 404, 404, 404, 200])
  const { db } = shop.world.services
  expect(await db.system.select().from(pushCounts)).toMatchObject([
    { shown: 1, clicked: 1, closed: 0, stopped: 1 },
  ])
  const [row] = await db.system.select({ kinds: pushSubscriptions.kinds }).from(pushSubscriptions)
  expect(row?.kinds).toEqual(['back_in_stock'])
})

test('a page by a message’s link turns kinds off, and never on', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe({ kinds: ['news', 'back_in_stock'] })

  await changeByToken(shop.world.services, one.token, ['news', 'abandoned_cart'])

  const page = await readManagePage(shop.world.services, one.token)
  expect(page?.kinds.filter(({ isOn }) => isOn).map(({ kind }) => kind)).toEqual(['news'])
  await changeByToken(shop.world.services, one.token, [])
  expect(await readManagePage(shop.world.services, one.token)).toBeNull()
})

test('an erased visitor leaves no subscription, and an export has all of it', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const visitor = 'a2b1c9d8e7f6a5b4'
  const one = await shop.subscribe({ visitor })
  const kept = await shop.subscribe()
  await shop.start()
  await shop.send()
  const exported: [string, Record<string, unknown>][] = []
  await exportShopperByConsentId(services, visitor, (table, row) => {
    exported.push([table, row])
    return Promise.resolve()
  })

  await eraseVisitor(services, visitor)

  expect(exported).toMatchObject([['push_subscriptions', { uuid: one.id, site: shop.site.url }]])
  expect(JSON.stringify(exported)).not.toContain('wpush')
  const rows = await services.db.system
    .select({ uuid: pushSubscriptions.uuid })
    .from(pushSubscriptions)
  expect(rows).toEqual([{ uuid: kept.id }])
  expect(await services.db.system.$count(pushSends)).toBe(1)
  const [day] = await services.db.system.select().from(pushDays)
  expect(day).toMatchObject({ subscribed: 2, unsubscribed: 1 })
})

test('webhooks report who subscribed and left, without the endpoint', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  await createEndpoint(services, shop.site.scope, {
    url: 'https://merchant.example/hook',
    events: ['push.subscribed', 'push.unsubscribed'],
    actor: shop.site.owner,
  })
  const one = await shop.subscribe()
  await shop.change(one, { do: 'unsubscribe' })

  const events = await services.db.system
    .select({ type: webhookEventRows.type, facts: webhookEventRows.facts })
    .from(webhookEventRows)
    .where(eq(webhookEventRows.siteId, shop.site.scope.siteId))
    .orderBy(webhookEventRows.id)
  expect(events).toEqual([
    { type: 'push.subscribed', facts: { id: one.id, kinds: ['news'] } },
    { type: 'push.unsubscribed', facts: { id: one.id, kinds: ['news'], reason: 'visitor' } },
  ])
})

test('a request with the subscription adds its kind, and a cart that sold out ends its reminder', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  await product(shop)
  const one = await shop.subscribe({
    kinds: ['abandoned_cart'],
    request: { kind: 'back_in_stock', product: 'shirt' },
  })
  expect(one.kinds).toEqual(['back_in_stock', 'abandoned_cart'])
  await shop.change(one, { do: 'cart', products: ['shirt'], page: '/cart' })
  shop.world.clock.advance(5 * 3_600_000)

  await shop.send()
  await shop.send()

  expect(shop.push.received).toEqual([])
  const { db } = shop.world.services
  const kinds = await db.system.select({ kind: pushWatches.kind }).from(pushWatches)
  expect(kinds).toEqual([{ kind: 'back_in_stock' }])
  expect(await db.system.$count(pushSends)).toBe(1)
})

test('an erased buyer leaves no subscription that asked about their order', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const emailHash = fingerprintOfEmail(services.security.secrets, 'anna@shopper.example')
  await storePurchase(services, shop.site, { externalId: '1001', emailHash })
  const [one, kept] = [await shop.subscribe(), await shop.subscribe()]
  await shop.change(one, watch('order_shipped', { order: '1001' }))
  const exported: string[] = []
  await exportShopperByEmail(services, 'anna@shopper.example', (table) => {
    exported.push(table)
    return Promise.resolve()
  })

  await eraseShopper(services, 'Anna@shopper.example')

  expect(exported).toEqual(['activities', 'push_subscriptions'])
  const rows = await services.db.system
    .select({ uuid: pushSubscriptions.uuid })
    .from(pushSubscriptions)
  expect(rows).toEqual([{ uuid: kept.id }])
})

test('sends are deleted after 90 days, and their sums stay', async () => {
  const shop = await openPushShop()
  const { services, clock } = shop.world
  await shop.subscribe()
  await shop.start()
  await shop.send()
  await sweepPushSends(services)
  expect(await services.db.system.$count(pushSends)).toBe(1)

  clock.advance(91 * 24 * 3_600_000)
  await sweepPushSends(services)

  expect(await services.db.system.$count(pushSends)).toBe(0)
  expect(await services.db.system.select().from(pushCounts)).toMatchObject([{ accepted: 1 }])
})
