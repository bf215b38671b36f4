/** A standalone site's Shopify shop, with as much of its customers as the shop's plan includes. */
import { expect, test } from 'vitest'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { connect, pullAll } from '#tests/integrations/callers.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { createClock } from '#tests/support/clock.ts'
import { findDocumentErrors, readAdminSchema } from '#tests/support/shopify/admin-schema.ts'
import type { ShopifyAdminServer } from '#workshop/doubles/shops/shopify-admin-server.ts'
import { maxQueryCost, requestedCost } from '#workshop/store/graphql/query-cost.ts'
import { readDocument } from '#workshop/store/graphql/read-document.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { shopify } from './shopify.ts'

const buyer = { firstName: 'Emma', city: 'Utrecht', countryCodeV2: 'NL' }

async function openShop() {
  const connected = await connect(shopify, shopifyCase, { clock: createClock() })
  const double = connected.world.double as ShopifyAdminServer
  const bodies = () =>
    double.seen.map(
      ({ body }) =>
        JSON.parse(body || '{}') as { query?: string; variables?: Record<string, unknown> },
    )
  return {
    ...connected,
    double,
    bodies,
    /** Queries for orders. */
    queries: () =>
      bodies().flatMap(({ query = '' }) => (/\borders\(first: \d\d/.test(query) ? query : [])),
    placeOrders: (count: number) =>
      Array.from({ length: count }, () =>
        double.placeOrder({ email: 'emma@example.com', billingAddress: buyer }),
      ),
  }
}

test.each<[what: string, withheld: string[], person: object]>([
  [
    'nothing',
    [],
    { first_name: 'Emma', city: 'Utrecht', country: 'NL', email: 'emma@example.com' },
  ],
  [
    'email addresses',
    ['email'],
    { first_name: 'Emma', city: 'Utrecht', country: 'NL', email: null },
  ],
  ['names', ['firstName'], { first_name: null, city: 'Utrecht', email: 'emma@example.com' }],
  [
    'names and email addresses',
    ['email', 'firstName'],
    { first_name: null, country: 'NL', email: null },
  ],
  [
    'all of the buyer',
    ['email', 'billingAddress', 'shippingAddress'],
    { first_name: null, city: null, country: null, email: null },
  ],
])('a shop that refuses %s is connected, and its orders come', async (_what, withheld, person) => {
  const { double, caller, placeOrders, queries } = await openShop()
  placeOrders(5)
  double.withhold(withheld)

  expect(await shopify.test?.(caller())).toMatchObject({ label: 'Oak & Ash' })
  const { records } = await pullAll(shopify, caller, null)

  expect(records.filter(({ kind }) => kind === 'purchase')).toHaveLength(5)
  for (const record of records) expect(record).toMatchObject({ kind: 'purchase', person })
  // The double's pages have two orders.
  expect(queries()).toHaveLength(3)
})

test('when more is refused than Shopify lists, it isn’t asked for again, on later pages neither', async () => {
  const { double, caller, placeOrders, queries } = await openShop()
  placeOrders(5)
  double.withhold(['email'], { whenCut: true })

  const { records } = await pullAll(shopify, caller, null)

  expect(records).toHaveLength(5)
  expect(queries().map((query) => /\bemail\b/.test(query))).toEqual([true, false, false, false])
})

test.each([
  'Access denied for orders field. Required access: `read_orders` access scope.',
  'This app is not approved to access the Order object.',
])('without access to orders, the connection is lost: %s', async (message) => {
  const { double, caller, placeOrders } = await openShop()
  placeOrders(1)
  double.refuseOrders(message)

  await expect(shopify.test?.(caller())).rejects.toThrow(ConnectionLost)
  await expect(pullAll(shopify, caller, null)).rejects.toThrow(ConnectionLost)
})

const answerOfShopify = {
  shop_not_permitted: 'The app and the shop belong to different organizations at Shopify.',
  app_not_installed: 'The app isn’t installed in this shop.',
}

test('an app of the Dev Dashboard gets its token with client ID and secret', async () => {
  const { world, double, caller, placeOrders } = await openShop()
  placeOrders(3)
  const { shop, secret } = world.settings
  const settings = shopify.settings.parse({ shop, secret, clientId: double.clientId })
  const asked = () => ({ ...caller(), settings })

  expect(await shopify.test?.(asked())).toEqual({ label: 'Oak & Ash' })
  expect((await pullAll(shopify, asked, null)).records).toHaveLength(3)
  expect(double.count.tokens).toBe(1)
  const tokens = double.seen.map(({ headers }) => headers['x-shopify-access-token'])
  expect(tokens.at(-1)).toBe('shpat_day_1')
})

test.each([
  ['shop_not_permitted', 'clientId', answerOfShopify.shop_not_permitted],
  ['app_not_installed', 'clientId', answerOfShopify.app_not_installed],
  [null, 'secret', 'Shopify doesn’t know this client ID and secret.'],
] as const)('a token that is refused with %s names the setting to correct', async (...given) => {
  const [refusal, field, sentence] = given
  const { world, double, caller } = await openShop()
  double.refuseTokens(refusal)
  const secret = refusal === null ? 'shpss_another_secret' : world.settings['secret']
  const { shop } = world.settings
  const settings = shopify.settings.parse({ shop, secret, clientId: double.clientId })

  const failure = await Promise.resolve(shopify.test?.({ ...caller(), settings })).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(WrongSetting)
  expect(failure).toMatchObject({ field })
  expect((failure as WrongSetting).sentence).toContain(sentence)
})

test.each<[object, boolean]>([
  [{ clientId: '0123456789abcdef0123456789abcdef' }, true],
  [{ token: 'shpat_0123456789abcdef' }, true],
  [{ clientId: '', token: 'shpat_0123456789abcdef' }, true],
  [{ clientId: '0123456789abcdef0123456789abcdef', token: '' }, true],
  [{}, false],
  [{ clientId: '', token: '' }, false],
  [{ token: 'shpca_0123456789abcdef' }, false],
  [{ clientId: 'not an id' }, false],
])('settings with %o are accepted: %s', (given, isAccepted) => {
  const settings = { shop: 'oak-and-ash.myshopify.com', secret: 'shpss_test_secret', ...given }

  expect(shopify.settings.safeParse(settings).success).toBe(isAccepted)
})

test('a shop without the right for customers gets the webhooks of its orders and products', async () => {
  const { double, caller } = await openShop()
  double.hooks.clear()
  double.refuseCustomers()

  const ids = await shopify.subscribe?.(caller())

  const topics = [...double.hooks.values()].map(({ topic }) => topic)
  expect(topics).toEqual([
    'ORDERS_PAID',
    'ORDERS_UPDATED',
    'ORDERS_CANCELLED',
    'ORDERS_DELETE',
    'PRODUCTS_CREATE',
    'PRODUCTS_UPDATE',
    'PRODUCTS_DELETE',
  ])
  expect(Object.values(ids ?? {})).toEqual([...double.hooks.keys()])
})

test('a shop without the right for orders gets none, and its owner reads why', async () => {
  const { double, caller } = await openShop()
  double.hooks.clear()
  double.refuseOrders('This app is not approved to access the Order object.')

  await expect(shopify.subscribe?.(caller())).rejects.toThrow(
    'Shopify refused one of the webhooks.',
  )
  expect(double.hooks.size).toBe(0)
  await expect(shopify.test?.(caller())).rejects.toThrow('protected customer data')
})

test('no query costs more than Shopify allows', async () => {
  const { double, caller, placeOrders, bodies } = await openShop()
  placeOrders(1)
  const { id } = double.addProduct()
  await shopify.test?.(caller())
  await pullAll(shopify, caller, null)
  await shopify.receive?.read(
    {
      topic: 'products/update',
      text: JSON.stringify({ id: Number(id.split('/').at(-1)) }),
      receivedAt: new Date(0),
      contentType: 'application/json',
      query: new URLSearchParams(),
    },
    caller(),
  )

  const costs = bodies().flatMap(({ query, variables = {} }) => {
    const document = readDocument(query ?? '')
    return document.operations.map((operation) => requestedCost({ document, operation, variables }))
  })
  expect(costs.length).toBeGreaterThan(8)
  expect(Math.max(...costs)).toBeLessThanOrEqual(maxQueryCost)
})

/** The largest page that Shopify gives (shopify.dev, "Limits"). */
const mostListed = 250

test('every request is one of the published schema, with pages that Shopify gives', async () => {
  const { bodies, caller, placeOrders } = await openShop()
  placeOrders(3)
  await shopify.test?.(caller())
  await pullAll(shopify, caller, null)
  await shopify.unsubscribe?.(caller())
  const schema = await readAdminSchema()

  const documents = [...new Set(bodies().flatMap(({ query }) => query ?? []))]

  expect(documents.length).toBeGreaterThan(4)
  expect(documents.flatMap((text) => findDocumentErrors(schema, text))).toEqual([])
  const sizes = documents.flatMap((text) => [...text.matchAll(/\b(?:first|last): (\d+)/g)])
  expect(sizes.filter(([, size]) => Number(size) > mostListed)).toEqual([])
})
