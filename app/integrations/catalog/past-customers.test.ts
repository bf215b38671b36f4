/** Customers who registered before connecting, or whose webhook was lost, are listed. */
import { expect, test } from 'vitest'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect, pullAll, readThrough } from '#tests/integrations/callers.ts'
import { bigcommerce as bigcommerceCase } from '#tests/integrations/cases/bigcommerce.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { stripe as stripeCase } from '#tests/integrations/cases/stripe.ts'
import { wix as wixCase } from '#tests/integrations/cases/wix.ts'
import { wordpress as wordpressCase } from '#tests/integrations/cases/wordpress.ts'
import bigcommercePayload from '#tests/payloads/services/bigcommerce.json' with { type: 'json' }
import wixPayload from '#tests/payloads/services/wix.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import type { ShopifyAdminServer } from '#workshop/doubles/shops/shopify-admin-server.ts'
import type { DoubleReply } from '#workshop/doubles/shops/shop-double.ts'
import { wooRefusal, type WooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { AnyIntegration } from '../integration.ts'
import { bigcommerce } from './bigcommerce.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { wix } from './wix.ts'
import { wordpress } from './wordpress.ts'

async function connected(integration: AnyIntegration, one: BatteryCase) {
  const clock = createClock()
  return { ...(await connect(integration, one, { clock })), clock }
}

test('WooCommerce: customers are read until one registered too long ago', async () => {
  const { world, caller, clock } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  const gmt = (days: number) =>
    new Date(clock.now().getTime() - days * dayMillis).toISOString().slice(0, 19)
  for (let id = 1; id <= 250; id += 1) {
    await double.addCustomer({ id, date_created_gmt: gmt(id <= 100 ? 90 : 1) }, false)
  }

  const first = await pullAll(wordpress, caller, null)
  const asked = double.seen.filter(({ path }) => path.endsWith('/customers'))
  clock.advance(2 * hourMillis)
  const later = await pullAll(wordpress, caller, first.cursor)

  expect(first.records.filter(({ kind }) => kind === 'signup')).toHaveLength(150)
  // The second page has the older ones, so the third isn't asked for.
  expect(asked).toHaveLength(2)
  expect(later.records).toEqual([])
})

test('WooCommerce: a customer whose moment can’t be read is counted, and stops nothing', async () => {
  const { world, caller } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  await double.addCustomer({ id: 1 }, false)
  await double.addCustomer({ id: 2, date_created_gmt: 'soon' }, false)

  const { records } = await pullAll(wordpress, caller, null)

  expect(records.map(({ kind }) => kind).sort()).toEqual(['signup', 'unreadable'])
})

test('BigCommerce: customers come as their webhook brings them', async () => {
  const { world, caller } = await connected(bigcommerce, bigcommerceCase)
  world.double.answers.set('GET /stores/abcde/v3/customers', bigcommercePayload.customers)

  const { records } = await pullAll(bigcommerce, caller, null)

  const asked = world.double.seen.find(({ path }) => path.endsWith('/v3/customers'))
  expect(records).toMatchObject([{ kind: 'signup', id: '32', person: { city: 'Austin' } }])
  expect(asked?.query.get('sort')).toBe('date_created:asc')
  expect(Date.parse(asked?.query.get('date_created:min') ?? '')).toBeGreaterThan(0)
})

test('Wix: members come as their webhook brings them, and without the right orders still do', async () => {
  const { world, caller } = await connected(wix, wixCase)
  const member = wixPayload.member_created.createdEvent.entity
  world.double.failBy(({ path }) =>
    path.endsWith('/members/query') ? { json: { members: [member] } } : undefined,
  )
  const placed = await world.placeOrder()

  const { records } = await pullAll(wix, caller, null)

  expect(records).toMatchObject([
    { kind: 'purchase', id: placed },
    { kind: 'signup', id: member.id, person: { first_name: 'Jane' } },
  ])
  const asked = world.double.seen.find(({ path }) => path.endsWith('/members/query'))
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ fieldsets: ['FULL'] })

  world.double.failBy(({ path }) =>
    path.endsWith('/members/query') ? { status: 403, json: { message: 'No.' } } : undefined,
  )
  const orders = await wix.pull?.page(caller(), null)
  const members = await wix.pull?.page(caller(), orders?.cursor ?? null)
  expect(orders?.records).toHaveLength(1)
  expect(members?.failure).toBeInstanceOf(ConnectionLost)
})

test('Wix: members are read from the newest one to those from before the first days', async () => {
  const { world, caller } = await connected(wix, wixCase)
  const { entity } = wixPayload.member_created.createdEvent
  const now = Date.parse(entity.createdDate)
  // Three a day.
  const members = Array.from({ length: 250 }, (_none, place) => ({
    ...entity,
    id: `member-${String(place)}`,
    createdDate: new Date(now - place * (dayMillis / 3)).toISOString(),
  }))
  world.double.failBy(({ path, body }) => {
    if (!path.endsWith('/members/query')) return undefined
    const { query } = JSON.parse(body) as { query: { paging: { limit: number; offset: number } } }
    const { limit, offset } = query.paging
    return { json: { members: members.slice(offset, offset + limit) } }
  })

  const { records } = await pullAll(wix, caller, null)

  const asked = world.double.seen.filter(({ path }) => path.endsWith('/members/query'))
  expect(asked).toHaveLength(2)
  expect(records.length).toBeGreaterThan(170)
  expect(records.length).toBeLessThan(190)
})

const noah = { first_name: 'Noah', city: 'Delft', country: 'NL', email: 'noah@shop.example' }

test.each<[what: string, withheld: string[], person: object]>([
  ['nothing', [], noah],
  ['names', ['firstName'], { ...noah, first_name: null }],
  ['all of them', ['firstName', 'defaultEmailAddress', 'defaultAddress'], { email: null }],
])('Shopify: customers come with what the plan shows: without %s', async (...parts) => {
  const [, withheld, person] = parts
  const { world, caller } = await connected(shopify, shopifyCase)
  const double = world.double as ShopifyAdminServer
  const added = [double.addCustomer(), double.addCustomer(), double.addCustomer()]
  double.withhold(withheld)

  const { records } = await pullAll(shopify, caller, null)

  expect(records).toHaveLength(added.length)
  for (const record of records) expect(record).toMatchObject({ kind: 'signup', person })
})

test('Shopify: customers come without names where too much is refused to be listed', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const double = world.double as ShopifyAdminServer
  const { id } = double.addCustomer()
  double.withhold(['firstName', 'defaultEmailAddress'], { whenCut: true })

  const { records } = await pullAll(shopify, caller, null)

  expect(records).toMatchObject([{ kind: 'signup', id: id.split('/').at(-1) }])
})

test('Shopify: a token without the scope for customers still reads orders', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const double = world.double as ShopifyAdminServer
  double.refuseCustomers()
  double.placeOrder()
  let cursor = null as Record<string, unknown> | null
  const [kinds, failures]: [string[], unknown[]] = [[], []]
  for (let nth = 0; nth < 3; nth += 1) {
    const page = await shopify.pull?.page(caller(), cursor)
    cursor = page?.cursor ?? null
    kinds.push(...(page?.records ?? []).map(({ kind }) => kind))
    if (page?.failure) failures.push(page.failure)
  }

  expect(kinds).toEqual(['purchase'])
  expect(failures).toMatchObject([
    { isLimit: true, sentence: expect.stringContaining('scope read_customers') as string },
  ])
})

/** A right that is missing, as each service words it. */
const refusalOf: Readonly<Record<string, DoubleReply>> = {
  wordpress: wooRefusal(403, 'woocommerce_rest_cannot_view'),
  bigcommerce: { status: 403, json: { status: 403, title: 'No.', type: 'error' } },
  wix: { status: 403, json: { message: 'No.' } },
  stripe: { status: 403, json: { error: { type: 'invalid_request_error', message: 'No.' } } },
}

test.each<[name: string, AnyIntegration, BatteryCase, path: string, still: string]>([
  ['WooCommerce', wordpress, wordpressCase, '/customers', 'Orders still arrive.'],
  ['BigCommerce', bigcommerce, bigcommerceCase, '/v3/customers', 'Orders still arrive.'],
  ['Wix', wix, wixCase, '/members/query', 'Orders still arrive.'],
  ['Stripe', stripe, stripeCase, '/v1/customers', 'New customers still arrive.'],
])(
  '%s: without the right to read customers the connection works, and its owner learns that',
  async (...parts) => {
    const [, integration, one, path, still] = parts
    const { world, caller } = await connected(integration, one)
    world.double.failBy((request) =>
      request.path.endsWith(path) ? refusalOf[integration.name] : undefined,
    )

    const { failures } = await readThrough(integration, caller, null)

    const sentence = expect.stringContaining(still) as string
    expect(failures).toMatchObject([{ isLimit: true, sentence }])
  },
)
