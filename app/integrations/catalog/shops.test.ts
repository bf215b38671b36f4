/** Tests of single shop systems. Tests that all integrations share are in battery.test.ts. */
import { expect, test } from 'vitest'
import { ConnectionLost, ForgedDelivery, TryLater } from '#app/lib/web/provider-errors.ts'
import {
  shopifySignature,
  type ShopifyAdminServer,
} from '#workshop/doubles/shops/shopify-admin-server.ts'
import { pageOf } from '#workshop/doubles/shops/shop-double.ts'
import type { EtsyServer } from '#workshop/doubles/shops/etsy-server.ts'
import type { WooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect, pullAll, storedDelivery } from '#tests/integrations/callers.ts'
import { bigcommerce as bigcommerceCase } from '#tests/integrations/cases/bigcommerce.ts'
import { etsy as etsyCase } from '#tests/integrations/cases/etsy.ts'
import { magento as magentoCase } from '#tests/integrations/cases/magento.ts'
import { prestashop as prestashopCase } from '#tests/integrations/cases/prestashop.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { wix as wixCase, wixToken } from '#tests/integrations/cases/wix.ts'
import { wordpress as wordpressCase } from '#tests/integrations/cases/wordpress.ts'
import magentoPayload from '#tests/payloads/services/magento.json' with { type: 'json' }
import presta from '#tests/payloads/services/prestashop.json' with { type: 'json' }
import shopifyPayload from '#tests/payloads/services/shopify.json' with { type: 'json' }
import wixPayload from '#tests/payloads/services/wix.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import type { AnyIntegration } from '../integration.ts'
import { bigcommerce } from './bigcommerce.ts'
import { etsy } from './etsy.ts'
import { magento } from './magento.ts'
import { prestashop } from './prestashop.ts'
import { shopify } from './shopify.ts'
import { wix } from './wix.ts'
import { wordpress } from './wordpress.ts'

const connected = (integration: AnyIntegration, one: BatteryCase) =>
  connect(integration, one, { clock: createClock() })

const request = (text: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers,
  query: new URLSearchParams(),
  body: Buffer.from(text),
})

test('WooCommerce orders arrive as they change: paid, refunded, deleted', async () => {
  const { world, caller } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  const { id } = await double.placeOrder({ status: 'pending' })
  await double.changeOrder(id, { status: 'processing' })
  await double.refund(id)

  const states = await Promise.all(
    double.sent.map(async ({ topic, body }) => {
      const stored = storedDelivery(topic, body, new Date(0))
      return (await wordpress.receive?.read(stored, caller()))?.map((record) => record)
    }),
  )

  expect(double.sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(states).toMatchObject([[], [{ state: 'confirmed' }], [{ state: 'refunded' }]])
})

test('Shopify’s newer headers are the same without x-', async () => {
  const { caller } = await connected(shopify, shopifyCase)
  const body = JSON.stringify(shopifyPayload.order)
  const headers = {
    'shopify-topic': 'orders/paid',
    'shopify-webhook-id': 'b54557e4',
    'shopify-hmac-sha256': shopifySignature('shpss_test_secret', body),
  }

  expect(await shopify.receive?.verify(request(body, headers), caller())).toEqual({
    id: 'b54557e4',
    topic: 'orders/paid',
    triggeredAt: null,
  })
})

test('Shopify’s ids stay exact, however large', async () => {
  const { caller } = await connected(shopify, shopifyCase)
  const body = JSON.stringify(shopifyPayload.order).replace('450789469', '9007199254740993')

  const records = await shopify.receive?.read(
    storedDelivery('orders/paid', body, new Date(0)),
    caller(),
  )

  expect(records).toMatchObject([{ id: '9007199254740993' }])
})

test.each([
  ['THROTTLED', TryLater],
  ['INTERNAL_SERVER_ERROR', TryLater],
  ['TIMEOUT', TryLater],
  ['ACCESS_DENIED', ConnectionLost],
])('Shopify’s error %s has a consequence', async (code, outcome) => {
  const { world, caller } = await connected(shopify, shopifyCase)
  world.double.failNext({ json: { errors: [{ message: '', extensions: { code } }] } })

  await expect(shopify.test?.(caller())).rejects.toThrow(outcome)
})

test('Shopify’s stock is known if every variant is counted', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const double = world.double as ShopifyAdminServer
  const node = {
    price: '9.00',
    availableForSale: true,
    inventoryPolicy: 'DENY',
    inventoryQuantity: 3,
    inventoryItem: { tracked: true },
  }
  const variants = (...nodes: object[]) => ({
    variants: { nodes, pageInfo: { hasNextPage: false } },
  })
  double.addProduct(variants(node, { ...node, inventoryQuantity: -2, price: '7.50' }))
  double.addProduct(variants(node, { ...node, inventoryPolicy: 'CONTINUE' }))
  double.addProduct({ status: 'DRAFT' })

  const { records } = await pullAll(shopify, caller, null)

  expect(records).toMatchObject([
    { stock: 3, price: 7.5, currency: 'EUR' },
    { stock: null, isAvailable: true },
  ])
})

test.each([
  ['short', 'MT'],
  ['long', 'Tablett geölt '.repeat(4)],
])('Magento: stock of a hundred %s SKUs counts with ten sources', async (_name, begins) => {
  const { world, caller } = await connected(magento, magentoCase)
  const base = '/rest/default/V1'
  const skus = Array.from({ length: 100 }, (_each, nth) => `${begins}-${String(nth)}`)
  const products = skus.map((sku, id) => ({ ...magentoPayload.product, id: id + 1, sku }))
  world.double.answers.set(`GET ${base}/products`, {
    items: products,
    total_count: 100,
    search_criteria: { filter_groups: [] },
  })
  world.double.failBy(({ path, query }) => {
    if (path !== `${base}/inventory/source-items`) return undefined
    const wanted = query.get('searchCriteria[filter_groups][0][filters][0][value]')?.split(',')
    const stored = skus
      .filter((sku) => wanted?.includes(sku))
      .flatMap((sku) =>
        Array.from({ length: 10 }, (_each, nth) => ({
          sku,
          source_code: String(nth),
          quantity: nth,
          status: 1,
        })),
      )
    const [size, page] = ['pageSize', 'currentPage'].map((name) =>
      Number(query.get(`searchCriteria[${name}]`)),
    )
    const last = Math.ceil(stored.length / (size ?? 0))
    const items = pageOf(stored, Math.min(page ?? 0, last), size ?? 0)
    return {
      json: { items, total_count: stored.length, search_criteria: { filter_groups: [] } },
    }
  })

  const { records } = await pullAll(magento, caller, null)

  expect(records).toHaveLength(100)
  for (const record of records) expect(record).toMatchObject({ stock: 45, isAvailable: true })
  const asked = world.double.seen.filter(({ path }) => path.endsWith('/source-items'))
  const lengths = asked.map(
    ({ path, query }) => `${world.double.url}${path}?${String(query)}`.length,
  )
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2000)
  // With the list of products, a page of them has to fit the budget of a minute.
  expect(asked.length + 1).toBeLessThanOrEqual(magento.budget.requests)
  const orders = asked.map(({ query }) =>
    [0, 1].map((nth) => query.get(`searchCriteria[sortOrders][${String(nth)}][field]`)),
  )
  // In an order that no two rows share, so that none is on two pages.
  expect(new Set(orders.map(String))).toEqual(new Set(['sku,source_code']))
})

test('Magento’s requests are signed when all four values are known', async () => {
  const { world, caller } = await connected(magento, magentoCase)
  const value = 'value0123456789value'
  const settings = {
    ...world.settings,
    accessTokenSecret: value,
    consumerKey: value,
    consumerSecret: value,
  }
  const asked = { ...caller(), settings: magento.settings.parse(settings) }

  await expect(magento.test?.(asked)).rejects.toThrow(ConnectionLost)

  expect(world.double.seen.at(-1)?.headers.authorization).toMatch(
    /^OAuth oauth_consumer_key="value0123456789value", .*oauth_signature="[\w%]+"$/,
  )
  const half = { ...world.settings, consumerKey: value }
  expect(magento.settings.safeParse(half).success).toBe(false)
})

test.each([
  ['in winter', '2026-01-15 12:00:00', '2026-01-15T11:00:00.000Z'],
  ['in summer', '2026-07-15 12:00:00', '2026-07-15T10:00:00.000Z'],
  ['in the hour that repeats', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
])('PrestaShop’s times are the shop’s: %s', async (_when, local, moment) => {
  const { world, caller } = await connected(prestashop, prestashopCase)
  const answer = { orders: [{ ...presta.order, date_add: local }] }
  world.double.answers.set('GET /api/orders', answer)

  const { records } = await pullAll(prestashop, caller, null)

  expect(records).toMatchObject([{ occurred_at: moment }])
})

test('PrestaShop without a time zone has to be connected again', async () => {
  const { world, caller } = await connected(prestashop, prestashopCase)
  world.double.answers.set('GET /api/configurations', [])

  await expect(prestashop.test?.(caller())).rejects.toThrow(ConnectionLost)
  const settings = prestashop.settings.parse({ ...world.settings, timeZone: 'Europe/Paris' })
  expect(await prestashop.test?.({ ...caller(), settings })).toEqual({
    label: new URL(world.double.url).host,
  })
})

test('BigCommerce names the moment of the next request in a header of its own', async () => {
  const { world, caller } = await connected(bigcommerce, bigcommerceCase)
  world.double.failNext({
    status: 429,
    headers: { 'X-Rate-Limit-Time-Reset-Ms': '15000' },
    json: {},
  })
  const asked = caller()

  const failure = await bigcommerce.test?.(asked).catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(TryLater)
  expect((failure as TryLater).at.getTime()).toBe(asked.now.getTime() + 15_000)
})

test('Etsy names the shop after the approval', async () => {
  const { world, caller } = await connected(etsy, etsyCase)
  const double = world.double as EtsyServer
  const accessToken = double.desk.issue()
  const grant = { accessToken, refreshToken: null, expiresAt: null, answer: {} }

  expect(await etsy.settingsOf?.(grant, caller())).toEqual({ shopId: '12345678' })
  double.shop.id = null
  await expect(etsy.settingsOf?.(grant, caller())).rejects.toThrow(ConnectionLost)
  // A missing app loses no connection, because the operator can set it up again.
  await expect(etsy.settingsOf?.(grant, { ...caller(), app: null })).rejects.toThrow(TryLater)
})

test('a delivery of Wix for another site is answered, and not stored', async () => {
  const { world, caller } = await connected(wix, wixCase)
  const exp = caller().now.getTime() / 1000 + 60
  const event = { json: wixPayload.order_approved, eventType: 'wix.ecom.v1.order_approved', exp }
  const settings = { ...world.settings, instanceId: '00000000-0000-4000-8000-000000000000' }
  const other = { ...caller(), settings: wix.settings.parse(settings) }
  const verify = (text: string, asked = caller()) =>
    Promise.resolve().then(() => wix.receive?.verify(request(text), asked))

  expect(await verify(wixToken(event), other)).toEqual({ reply: { status: 200 } })
  await expect(verify(wixToken({ ...event, alg: 'HS256' }))).rejects.toThrow(ForgedDelivery)
  await expect(verify(wixToken({ ...event, alg: 'none' }))).rejects.toThrow(ForgedDelivery)
})

test.each(['addresses', 'countries', 'currencies'])(
  'PrestaShop: a key that may not read %s still brings orders',
  async (list) => {
    const { world, caller } = await connected(prestashop, prestashopCase)
    await world.placeOrder()
    world.double.failBy(({ path }) =>
      path.endsWith(`/${list}`)
        ? { status: 403, json: { errors: [{ code: 25, message: 'Not allowed.' }] } }
        : undefined,
    )

    const { records } = await pullAll(prestashop, caller, null)

    expect(records.filter(({ kind }) => kind === 'purchase')).toHaveLength(1)
  },
)
