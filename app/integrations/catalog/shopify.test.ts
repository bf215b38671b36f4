/** A standalone site's Shopify shop, with as much of its customers as the shop's plan includes. */
import { expect, test } from 'vitest'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { connect, pullAll } from '#tests/integrations/callers.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { createClock } from '#tests/support/clock.ts'
import type { ShopifyAdminServer } from '#workshop/doubles/shops/shopify-admin-server.ts'
import { maxQueryCost, requestedCost } from '#workshop/store/graphql/query-cost.ts'
import { readDocument } from '#workshop/store/graphql/read-document.ts'
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
