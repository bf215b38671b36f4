/** Answers that services publish and seldom give, and what becomes of them. */
import { expect, test } from 'vitest'
import { dayMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect, failureOf, pullAll, storedDelivery } from '#tests/integrations/callers.ts'
import { bigcommerce as bigcommerceCase } from '#tests/integrations/cases/bigcommerce.ts'
import { etsy as etsyCase } from '#tests/integrations/cases/etsy.ts'
import { magento as magentoCase } from '#tests/integrations/cases/magento.ts'
import { prestashop as prestashopCase } from '#tests/integrations/cases/prestashop.ts'
import { paypal as paypalCase } from '#tests/integrations/cases/paypal.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { wordpress as wordpressCase } from '#tests/integrations/cases/wordpress.ts'
import bigcommercePayload from '#tests/payloads/services/bigcommerce.json' with { type: 'json' }
import etsyPayload from '#tests/payloads/services/etsy.json' with { type: 'json' }
import magentoPayload from '#tests/payloads/services/magento.json' with { type: 'json' }
import paypalPayload from '#tests/payloads/services/paypal.json' with { type: 'json' }
import prestashopPayload from '#tests/payloads/services/prestashop.json' with { type: 'json' }
import trustedShopsPayload from '#tests/payloads/services/trusted_shops.json' with { type: 'json' }
import wixPayload from '#tests/payloads/services/wix.json' with { type: 'json' }
import wordpressPayload from '#tests/payloads/services/wordpress.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import type { ShopifyAdminServer } from '#workshop/doubles/shops/shopify-admin-server.ts'
import type { WooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { AnyIntegration, Cursor } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import {
  order as bigcommerceOrder,
  orderRecord as bigcommerceOrderRecord,
} from '../records/bigcommerce.ts'
import { product as prestashopProduct } from '../records/prestashop.ts'
import { review, reviewRecord } from '../records/trusted-shops.ts'
import { order as wixOrder, orderRecord as wixRecord } from '../records/wix.ts'
import { bigcommerce } from './bigcommerce.ts'
import { etsy } from './etsy.ts'
import { magento } from './magento.ts'
import { paypal } from './paypal.ts'
import { prestashop } from './prestashop.ts'
import { shopify } from './shopify.ts'
import { wordpress } from './wordpress.ts'

const connected = (integration: AnyIntegration, one: BatteryCase) =>
  connect(integration, one, { clock: createClock() })

type Sent = { topic: string; json: unknown }

const readAs = async (integration: AnyIntegration, one: BatteryCase, { topic, json }: Sent) => {
  const { world, caller } = await connected(integration, one)
  const stored = storedDelivery(topic, JSON.stringify(json), new Date(0))
  return { world, read: () => integration.receive?.read(stored, caller()) }
}

const etsyShop = '/v3/application/shops/12345678'

test('Etsy: a receipt without a place is a purchase without a place', async () => {
  const { world, caller } = await connected(etsy, etsyCase)
  const receipt = { ...etsyPayload.receipt, city: null, country_iso: null, buyer_email: null }
  world.double.answers.set(`GET ${etsyShop}/receipts`, { count: 1, results: [receipt] })

  const { records } = await pullAll(etsy, caller, null)

  expect(records).toMatchObject([{ state: 'confirmed', person: { city: null, country: null } }])
})

test('Etsy: a shop that doesn’t exist is no lost access', async () => {
  const { world, caller } = await connected(etsy, etsyCase)
  world.double.failBy(() => ({ status: 404, json: { error: 'Shop not found.' } }))

  expect(await failureOf(() => etsy.test?.(caller()))).toBeInstanceOf(BadRecord)
})

test('Magento: an order without an address is a purchase without a place', async () => {
  const { world, caller } = await connected(magento, magentoCase)
  const { billing_address: _absent, ...order } = magentoPayload.order
  world.double.answers.set('GET /rest/default/V1/orders', {
    items: [order],
    total_count: 1,
    search_criteria: { filter_groups: [] },
  })

  const { records } = await pullAll(magento, caller, null)

  expect(records).toMatchObject([
    { state: 'confirmed', person: { first_name: order.customer_firstname, city: null } },
  ])
})

test('BigCommerce: a total is in the currency that was paid in, not in that of the prices that were shown', () => {
  const shown = { ...bigcommercePayload.order, currency_code: 'EUR', default_currency_code: 'USD' }

  expect(bigcommerceOrderRecord(bigcommerceOrder.parse(shown), [])).toMatchObject({
    total: 119.85,
    currency: 'USD',
  })
})

test('BigCommerce: an order that the shop archived is no sale', async () => {
  const { world, read } = await readAs(bigcommerce, bigcommerceCase, {
    topic: 'store/order/archived',
    json: { ...bigcommercePayload.order_created, scope: 'store/order/archived' },
  })
  const order = { ...bigcommercePayload.order, is_deleted: true }
  const id = String(order.id)
  world.double.answers.set(`GET /stores/abcde/v2/orders/${id}`, order)
  world.double.answers.set(`GET /stores/abcde/v2/orders/${id}/products`, [])

  expect(await read()).toMatchObject([{ id, state: 'cancelled' }])
})

test('BigCommerce: an order that no longer exists is skipped', async () => {
  const { read } = await readAs(bigcommerce, bigcommerceCase, {
    topic: 'store/order/created',
    json: bigcommercePayload.order_created,
  })

  expect(await failureOf(read)).toBeInstanceOf(BadRecord)
})

test('PayPal: a refund of a capture that the app doesn’t know is skipped', async () => {
  const { read } = await readAs(paypal, paypalCase, {
    topic: 'PAYMENT.CAPTURE.REFUNDED',
    json: paypalPayload.capture_refunded,
  })

  expect(await failureOf(read)).toBeInstanceOf(BadRecord)
})

test('PayPal: a payment whose order is no longer kept is a purchase without items', async () => {
  const { read } = await readAs(paypal, paypalCase, {
    topic: 'PAYMENT.CAPTURE.COMPLETED',
    json: paypalPayload.capture_completed,
  })

  expect(await read()).toMatchObject([{ state: 'confirmed', items: [] }])
})

test.each(['PENDING', 'DECLINED', 'FAILED'])(
  'PayPal: a payment that is %s is none',
  async (status) => {
    const event = paypalPayload.capture_completed
    const { read } = await readAs(paypal, paypalCase, {
      topic: 'PAYMENT.CAPTURE.COMPLETED',
      json: { ...event, resource: { ...event.resource, status } },
    })

    expect(await read()).toEqual([])
  },
)

test('PrestaShop: a name in several languages is the first one', () => {
  const name = [
    { id: '1', value: 'Plateau' },
    { id: '2', value: 'Tray' },
  ]

  expect(prestashopProduct.parse({ id: '1', name, id_default_image: null }).name).toBe('Plateau')
})

test('WooCommerce: a webhook whose address doesn’t answer the ping is created', async () => {
  const { world, caller } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  double.hooks.clear()

  const made = await wordpress.subscribe?.({ ...caller(), hookUrl: 'http://127.0.0.1:9/hooks' })

  expect(Object.values(made ?? {})).toEqual([...double.hooks.keys()].map(String))
  expect(double.hooks.size).toBeGreaterThan(0)
})

const { stock: presta } = prestashopPayload

test.each([
  ['two shops with different stock', undefined, ['3', '300'], null],
  ['two shops with different stock, of which the first is connected', '1', ['3', '300'], 3],
  ['two shops with different stock, of which the second is connected', '2', ['3', '300'], 300],
  ['two shops with the same stock', undefined, ['3', '3'], 3],
])('PrestaShop: %s', async (_title, shop, quantities, stock) => {
  const { world, caller } = await connected(prestashop, prestashopCase)
  const rows = quantities.map((quantity, index) => ({
    ...presta,
    quantity,
    id_shop: String(index + 1),
  }))
  world.double.answers.set('GET /api/products', { products: [prestashopPayload.product] })
  world.double.failBy(({ path, query }) => {
    if (path !== '/api/stock_availables') return undefined
    const asked = query.get('id_shop')
    const found = rows.filter((row) => asked === null || row.id_shop === asked)
    return { json: { stock_availables: found } }
  })
  const ofShop = () => ({ ...caller(), settings: { ...caller().settings, shop } })

  const { records } = await pullAll(prestashop, ofShop, null)

  const products = records.filter(({ kind }) => kind === 'product')
  expect(products).toMatchObject([{ id: '1', stock, isAvailable: stock === null ? null : true }])
})

test('PrestaShop: an owner learns what orders lack, until the key may read it', async () => {
  const { world, caller } = await connected(prestashop, prestashopCase)
  const readOn = async (from: Cursor) => {
    let [cursor, limit] = [from, undefined as string | undefined]
    const records: IntegrationRecord[] = []
    for (let hasMore = true; hasMore;) {
      const page = await prestashop.pull?.page(caller(), cursor)
      if (!page) throw new Error('It reads nothing.')
      records.push(...page.records)
      ;({ cursor, limit, hasMore } = page)
    }
    return { cursor, limit, records: records.filter(({ kind }) => kind === 'purchase') }
  }
  await world.placeOrder()
  world.double.failBy(({ path }) =>
    path === '/api/addresses' || path === '/api/currencies'
      ? { status: 401, json: { errors: [{ code: 26, message: 'No.' }] } }
      : undefined,
  )

  const first = await readOn(null)
  expect(first.records).toMatchObject([{ person: { city: null }, currency: null }])
  expect(first.limit).toBe(
    'Orders still arrive, but we can’t read their addresses and currencies. Allow GET for these in PrestaShop, under Advanced Parameters › Webservice.',
  )

  world.double.heal()
  await world.placeOrder()
  const later = await readOn({ ...first.cursor, orders: {} })
  expect(later.limit).toBeUndefined()
})

test('PrestaShop: a shop among several brings its orders and customers alone', async () => {
  const { world, caller } = await connected(prestashop, prestashopCase)

  await pullAll(
    prestashop,
    () => ({ ...caller(), settings: { ...caller().settings, shop: '2' } }),
    null,
  )

  const asked = (list: string) => world.double.seen.filter(({ path }) => path === `/api/${list}`)
  expect(asked('orders').map(({ query }) => query.get('filter[id_shop]'))).toEqual(['2'])
  expect(asked('customers').map(({ query }) => query.get('filter[id_shop]'))).toEqual(['2'])
  expect(asked('products').map(({ query }) => query.get('id_shop'))).toEqual(['2'])
})

test.each([
  [{ feedbackType: 'STATEMENT' }, false],
  [{ feedbackType: 'REVIEW' }, true],
  [{ status: undefined, state: 'APPROVED' }, true],
  [{ status: undefined, state: 'REJECTED' }, false],
  [{ status: undefined, state: undefined }, false],
])('Trusted Shops: %j is shown: %s', (change, isShown) => {
  const record = reviewRecord(review.parse({ ...trustedShopsPayload.review, ...change }))

  expect(record !== null).toBe(isShown)
})

test.each([
  ['NOT_PAID', null],
  ['PENDING', null],
  ['PENDING_MERCHANT', null],
  ['AUTHORIZED', null],
  ['CANCELED', null],
  ['DECLINED', null],
  ['CHARGEBACK', null],
  ['CHARGEBACK_REVERSED', null],
  ['A_WORD_OF_LATER', null],
  ['PARTIALLY_PAID', null],
  ['PARTIALLY_REFUNDED', 'confirmed'],
  ['FULLY_REFUNDED', 'refunded'],
])('Wix: an order whose payment is %s has the state %s', (paymentStatus, state) => {
  const { order } = wixPayload.order_approved.actionEvent.body

  expect(wixRecord(wixOrder.parse({ ...order, paymentStatus }))?.state ?? null).toBe(state)
})

test('Shopify: a webhook that no longer exists is removed without a fault', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const errors = [{ field: ['id'], message: 'Webhook subscription does not exist' }]
  const json = { data: { webhookSubscriptionDelete: { __typename: 'X', userErrors: errors } } }
  world.double.failBy(({ body }) => (body.includes('Delete') ? { json } : undefined))

  expect(await failureOf(() => shopify.unsubscribe?.(caller()))).toBe('succeeded')
})

test('Shopify: webhooks that it deleted are created by the next subscription', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const double = world.double as ShopifyAdminServer
  const before = double.hooks.size
  double.hooks.clear()

  await shopify.subscribe?.(caller())

  expect(double.hooks.size).toBe(before)
})

test('WooCommerce: an order that is only a draft is no purchase', async () => {
  const { read } = await readAs(wordpress, wordpressCase, {
    topic: 'order.created',
    json: { ...wordpressPayload.order, status: 'checkout-draft', date_paid_gmt: null },
  })

  expect(await read()).toEqual([])
})

test('WooCommerce: a shop before 5.8 lists all orders again, each with its own ID', async () => {
  const clock = createClock()
  const { world, caller } = await connect(wordpress, wordpressCase, { clock })
  const double = world.double as WooServer
  const { id } = await double.placeOrder()
  const first = await pullAll(wordpress, caller, null)
  // It ignores the parameter, as if it weren't there.
  world.double.answers.set('GET /wp-json/wc/v3/orders', [...double.orders.values()])
  clock.advance(dayMillis)

  const again = await pullAll(wordpress, caller, first.cursor)

  const ids = ({ records }: typeof first) =>
    records.flatMap((one) => (one.kind === 'purchase' ? one.id : []))
  expect([ids(first), ids(again)]).toEqual([[String(id)], [String(id)]])
})

test('WooCommerce: a webhook that the shop turned off is turned on by the next subscription', async () => {
  const { world, caller } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  for (const hook of double.hooks.values()) hook.status = 'disabled'

  await wordpress.subscribe?.(caller())

  expect([...double.hooks.values()].map(({ status }) => status)).not.toContain('disabled')
})

test('BigCommerce: a webhook that it turned off is turned on by the next subscription', async () => {
  const { world, caller } = await connected(bigcommerce, bigcommerceCase)

  await bigcommerce.subscribe?.(caller())

  const changed = world.double.seen.filter(({ method }) => method === 'PUT')
  expect(changed.length).toBeGreaterThan(0)
  for (const { body } of changed) expect(JSON.parse(body)).toMatchObject({ is_active: true })
})
