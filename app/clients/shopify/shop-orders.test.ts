/** Orders at each level of protected customer data, in the answers that Shopify gives. */
import { expect, onTestFinished, test } from 'vitest'
import type { CustomerField } from '#app/lib/shopify/refusals.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import {
  sessionClaims,
  shopifyApp,
  signToken,
  startShopifyServer,
} from '#workshop/doubles/shopify-server.ts'
import { createClock } from '#tests/support/clock.ts'
import { orderOperations } from './operations/shop-orders.ts'
import { createShopify } from './shopify.server.ts'

const domain = 'linen.myshopify.com'

/** @param answers bodies of Shopify's next answers, one for each call */
async function shopAnswering(...answers: readonly unknown[]) {
  const clock = createClock()
  const server = await startShopifyServer(clock.now)
  onTestFinished(server.stop)
  server.addStaff(server.shop({ domain }), { id: '7' })
  const providers = createProviderClients({
    now: clock.now,
    internet: { doubles: [server.url] },
  })
  const shopify = createShopify({
    app: {
      ...shopifyApp,
      previousApiSecret: undefined,
      pricing: 'billing_api',
      distribution: 'app_store',
      contentPolicy: 'enforce',
      listingUrl: undefined,
      double: server.url,
    },
    appUrl: 'https://app.example',
    providers,
    now: clock.now,
  })
  const token = signToken(sessionClaims(domain, '7', clock.now()))
  const { accessToken } = await shopify.exchangeOffline(domain, token)
  server.failNext(
    'graphql.json',
    ...answers.map((body) => ({ status: 200, body: JSON.stringify(body) })),
  )
  const access = { shop: domain, accessToken }
  return {
    list: (withheld: readonly CustomerField[] = []) =>
      shopify.listOrders(access, { since: clock.now(), after: null, withheld }),
    read: () => shopify.readOrder(access, '1'),
    queries: () => server.seen.flatMap(({ query }) => query ?? []),
  }
}

const denied = (message: string, ...path: (string | number)[]) => ({
  message,
  path,
  locations: [{ line: 3, column: 5 }],
  extensions: {
    code: 'ACCESS_DENIED',
    documentation: 'https://shopify.dev/docs/apps/launch/protected-customer-data',
  },
})
const field = (...path: (string | number)[]) =>
  denied(`This app is not approved to use the ${String(path.at(-1))} field.`, ...path)
const unapproved = (...path: (string | number)[]) =>
  denied('This app is not approved to access the Order object.', ...path)

const order = (buyer: object = {}) => ({
  id: 'gid://shopify/Order/1',
  test: false,
  createdAt: '2026-03-02T10:00:00Z',
  displayFinancialStatus: 'PAID',
  currencyCode: 'EUR',
  totalPriceSet: { shopMoney: { amount: '10.00' } },
  lineItems: { nodes: [] },
  ...buyer,
})
const pageOf = (...nodes: unknown[]) => ({
  orders: { nodes, pageInfo: { hasNextPage: false, endCursor: null } },
})

const whole = {
  email: 'ada@example.com',
  billingAddress: { firstName: 'Ada', city: 'Delft', countryCodeV2: 'NL' },
  shippingAddress: null,
}
const bare = {
  email: null,
  billingAddress: { firstName: null, city: 'Delft', countryCodeV2: 'NL' },
  shippingAddress: null,
}
const cut = { message: 'Too many execution errors, max error limit reached. Results truncated' }
const inFirst = (...path: string[]) => field('orders', 'nodes', 0, ...path)

test('level 2: everything is read', async () => {
  const shop = await shopAnswering({ data: pageOf(order(whole)) })

  expect(await shop.list()).toMatchObject({
    items: [
      {
        id: '1',
        firstName: 'Ada',
        email: 'ada@example.com',
        address: { city: 'Delft', country: 'NL' },
      },
    ],
    withheld: [],
  })
})

test('level 1: what came beside the refusals is taken', async () => {
  const shop = await shopAnswering({
    data: pageOf(order(bare)),
    errors: [inFirst('email'), inFirst('billingAddress', 'firstName')],
  })

  expect(await shop.list()).toMatchObject({
    items: [{ id: '1', firstName: null, email: null, address: { city: 'Delft', country: 'NL' } }],
    withheld: ['name', 'email'],
  })
  expect(shop.queries()).toHaveLength(1)
})

test.each<[string, object]>([
  ['the list was cut', { data: pageOf(order(bare)), errors: [inFirst('email'), cut] }],
  ['no data came', { data: null, errors: [inFirst('email')] }],
  ['an order is missing', { data: pageOf(order(bare), null), errors: [inFirst('email')] }],
])('when %s, it is asked again without what was refused', async (_what, first) => {
  const second = { billingAddress: { firstName: 'Ada', city: null, countryCodeV2: 'NL' } }
  const shop = await shopAnswering(first, { data: pageOf(order(second)) })

  expect(await shop.list()).toMatchObject({
    items: [{ firstName: 'Ada', email: null, address: { country: 'NL' } }],
    withheld: ['email'],
  })
  const [full, without] = shop.queries()
  expect(full).toMatch(/\bemail\b/)
  expect(without).not.toMatch(/\bemail\b/)
  expect(without).toMatch(/\bfirstName\b/)
})

const ofBuyers = /email|Address|firstName|city|countryCode/

test('fields that are known to be refused aren’t asked for', async () => {
  const shop = await shopAnswering({ data: pageOf(order()) })

  const { items } = await shop.list(['name', 'email', 'city', 'country'])

  expect(items).toMatchObject([{ id: '1', firstName: null, email: null }])
  expect(shop.queries()[0]).not.toMatch(ofBuyers)
})

test('each operation can leave out all of the buyer', () => {
  const asks = orderOperations.map(({ name, document }) => [name, ofBuyers.test(document)])

  expect(asks).toEqual([
    ['ReadOrder', true],
    ['ListOrders', true],
    ['ReadOrder', false],
    ['ListOrders', false],
  ])
})

test.each<[string, unknown]>([
  ['null', null],
  ['without orders', { orders: null }],
  ['an empty page', pageOf()],
])('level 0, data %s: Shopify hasn’t approved orders', async (_what, data) => {
  const shop = await shopAnswering({ data, errors: [unapproved('orders')] })

  await expect(shop.list()).rejects.toMatchObject({ name: 'OrdersRefused' })
})

test('an order at level 0 isn’t taken for a deleted one', async () => {
  const shop = await shopAnswering({ data: { order: null }, errors: [unapproved('order')] })

  await expect(shop.read()).rejects.toMatchObject({ name: 'OrdersRefused' })
})

test('one order at level 1 is read', async () => {
  const shop = await shopAnswering({
    data: { order: order(bare) },
    errors: [field('order', 'email'), field('order', 'billingAddress', 'firstName')],
  })

  expect(await shop.read()).toMatchObject({ id: '1', state: 'paid', address: { country: 'NL' } })
})

test('a missing scope is no missing approval', async () => {
  const message = 'Access denied for orders field. Required access: `read_orders` access scope.'
  const shop = await shopAnswering({ data: null, errors: [denied(message, 'orders')] })

  await expect(shop.list()).rejects.toMatchObject({ name: 'ShopClosed', reason: 'permission' })
})

test('a refusal of what wasn’t asked ends the reading', async () => {
  const shop = await shopAnswering({ data: null, errors: [inFirst('email')] })

  await expect(shop.list(['email'])).rejects.toMatchObject({ name: 'BadRecord' })
})
