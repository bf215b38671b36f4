import { expect, test } from 'vitest'
import { activityInput } from '#app/contract/activities.ts'
import { activityOfCustomer, activityOfOrder } from './activities.ts'
import { parseExactJson } from './exact-json.ts'
import { customerPayload, orderPayload } from './payloads.ts'

const order = (over: object = {}) =>
  orderPayload.parse({
    ...(parseExactJson('{"id": 820982911946154508}') as object),
    test: false,
    created_at: '2026-11-20T10:00:00+01:00',
    processed_at: '2026-11-20T10:00:05+01:00',
    financial_status: 'paid',
    currency: 'EUR',
    total_price: '243.00',
    email: 'ada@shopper.example',
    customer: { id: 115310627314723954n.toString(), first_name: ' Ada ', last_name: 'Byron' },
    billing_address: { first_name: 'Augusta', city: 'London', country_code: 'GB' },
    shipping_address: { first_name: 'Annabella', city: 'Ockham', country_code: 'gb' },
    line_items: [
      {
        product_id: 632910392,
        variant_id: 808950810,
        title: 'Wool socks',
        quantity: 2,
        price: '19.90',
      },
      { product_id: null, title: ' ', quantity: 1, price: '1.00' },
    ],
    ...over,
  })

const links = new Map([
  ['632910392', { url: 'https://linen.example/products/wool-socks', image: null }],
])
const linkOf = (id: string) => links.get(id)

test('a paid order is a purchase, with its exact id and without family names', () => {
  const activity = activityOfOrder(order(), linkOf)

  expect(activity).toEqual({
    kind: 'purchase',
    id: '820982911946154508',
    occurred_at: '2026-11-20T10:00:05+01:00',
    state: 'confirmed',
    test: false,
    person: { first_name: 'Ada', email: 'ada@shopper.example', city: 'Ockham', country: 'GB' },
    items: [
      {
        title: 'Wool socks',
        url: 'https://linen.example/products/wool-socks',
        image: null,
        quantity: 2,
        price: 19.9,
      },
    ],
    total: 243,
    currency: 'EUR',
  })
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test('an order without any customer data is a purchase of somebody', () => {
  const bare = order({
    email: null,
    customer: null,
    billing_address: null,
    shipping_address: { first_name: null, city: null, province: 'Ontario', country_code: 'CA' },
  })

  const activity = activityOfOrder(bare, linkOf)

  expect(activity?.person).toEqual({
    first_name: null,
    email: undefined,
    city: null,
    country: 'CA',
  })
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test.each([
  ['pending', null, null],
  ['authorized', null, null],
  ['partially_paid', null, null],
  ['paid', null, 'confirmed'],
  ['partially_refunded', null, 'confirmed'],
  ['refunded', null, 'refunded'],
  ['voided', null, 'refunded'],
  ['paid', '2026-11-20T11:00:00Z', 'cancelled'],
  ['pending', '2026-11-20T11:00:00Z', 'cancelled'],
])('paid %s, canceled %s: %s', (financial_status, cancelled_at, state) => {
  const activity = activityOfOrder(order({ financial_status, cancelled_at }), linkOf)

  expect(activity?.state ?? null).toBe(state)
})

test('a test order says so, and long or broken texts fit the contract', () => {
  const title = `Linen\u0000 shirt${' and more'.repeat(60)}`
  const line_items = [{ product_id: 1, title, quantity: 1, price: '5.00' }]

  const activity = activityOfOrder(order({ test: true, line_items }), linkOf)

  expect(activity?.test).toBe(true)
  expect(activity?.items?.[0]?.title).toHaveLength(200)
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test('a new customer is a sign-up', () => {
  const customer = customerPayload.parse({
    id: 706405506930370084n.toString(),
    created_at: '2026-11-20T10:00:00Z',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@shopper.example',
    default_address: { city: 'London', country_code: 'GB' },
  })

  const activity = activityOfCustomer(customer)

  expect(activity).toMatchObject({ kind: 'signup', id: '706405506930370084', state: 'confirmed' })
  expect(activity.person).not.toHaveProperty('last_name')
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})
