import { expect, test } from 'vitest'
import { activityInput } from '#app/contract/activities.ts'
import { activityOfCustomer, activityOfOrder } from './shop-activities.ts'
import type { ShopOrder } from './shop-event.ts'

const socks = {
  productId: '632910392',
  variantId: '808950810',
  title: 'Wool socks',
  quantity: 2,
  price: 19.9,
}

const orderWith = (over: Partial<ShopOrder> = {}): ShopOrder => ({
  id: '820982911946154508',
  placedAt: '2026-11-20T10:00:05+01:00',
  state: 'paid',
  isTest: false,
  firstName: 'Ada',
  email: 'Ada@shopper.example',
  address: { city: 'Ockham', country: 'gb' },
  items: [socks],
  total: 243,
  currency: 'EUR',
  ...over,
})

const page = { url: 'https://linen.example/products/wool-socks', image: null }
const linkOf = ({ productId }: { productId: string | null }) =>
  productId === '632910392' ? page : undefined

test('a paid order is a purchase with its exact id', () => {
  const activity = activityOfOrder(orderWith(), linkOf)

  expect(activity).toEqual({
    kind: 'purchase',
    id: '820982911946154508',
    occurred_at: '2026-11-20T10:00:05+01:00',
    state: 'confirmed',
    test: false,
    person: {
      first_name: 'Ada',
      email: 'ada@shopper.example',
      city: 'Ockham',
      country: 'GB',
    },
    items: [{ title: 'Wool socks', ...page, quantity: 2, price: 19.9 }],
    total: 243,
    currency: 'EUR',
  })
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test('an order without any customer data is a purchase of someone', () => {
  const activity = activityOfOrder(
    orderWith({ firstName: null, email: null, address: null }),
    linkOf,
  )

  expect(activity?.person).toEqual({
    first_name: null,
    email: null,
    city: null,
    country: null,
  })
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test.each([
  ['unpaid', undefined],
  ['paid', 'confirmed'],
  ['refunded', 'refunded'],
  ['canceled', 'cancelled'],
] as const)('an order that is %s: %s', (state, reported) => {
  expect(activityOfOrder(orderWith({ state }), linkOf)?.state).toBe(reported)
})

test('an activity from unusual shop data fits the contract', () => {
  const title = `Linen\u0000 shirt${' and more'.repeat(60)}`
  const items = [{ ...socks, productId: null, title }, socks]

  const activity = activityOfOrder(
    orderWith({
      isTest: true,
      items,
      email: 'not an address',
      firstName: ' \u0007 ',
      address: { city: '\ud800', country: 'Great Britain' },
    }),
    linkOf,
  )

  expect(activity?.test).toBe(true)
  expect(activity?.items).toHaveLength(1)
  expect(activity?.items?.[0]?.title).toHaveLength(200)
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test('a new customer is a sign-up', () => {
  const activity = activityOfCustomer({
    id: '706405506930370084',
    createdAt: '2026-11-20T10:00:00Z',
    firstName: 'Ada',
    email: 'ada@shopper.example',
    address: { city: 'London', country: 'GB' },
  })

  expect(activity).toMatchObject({
    kind: 'signup',
    id: '706405506930370084',
    state: 'confirmed',
  })
  expect(activityInput.safeParse(activity).error).toBeUndefined()
})

test('the dearest product that was kept is named, and no tip or gift card', () => {
  const items = [
    { ...socks, title: 'Tip', price: 90, productId: null },
    { ...socks, title: 'Coat', price: 80, quantity: 0 },
    { ...socks, title: 'Shipping protection', price: 50 },
    { ...socks, title: 'Sticker', price: 1 },
    socks,
  ]

  expect(activityOfOrder(orderWith({ items }), linkOf)?.items?.map(({ title }) => title)).toEqual([
    'Wool socks',
  ])
})

test('a whole name in the field for the first one is kept without the family name', () => {
  const activity = activityOfOrder(orderWith({ firstName: 'Byron, Ada' }), linkOf)

  expect(activity?.person?.first_name).toBe('Ada')
})
