/** The web pixel as Shopify runs it: its bundle, in a sandbox that has nothing but Shopify's API. */
import { expect, test } from 'vitest'
import { openSandbox, readBundle } from './pixel-sandbox.ts'

const settings = {
  site: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31',
  host: 'https://footfall.example',
  key: '0123456789abcdef0123456789abcdef',
}
const visitor = 'agreed-agreed-agreed'

type Wanted = Partial<Parameters<typeof openSandbox>[0]>

const open = (wanted: Wanted = {}) => openSandbox({ settings, ...wanted })

const id = 'sh-88153c5a-8F2D-4CCA-3231-EF5C032A4C3B'
const context = { document: { location: { pathname: '/products/kettle', search: '?variant=412' } } }
const added = {
  id,
  context,
  data: { cartLine: { quantity: 2, merchandise: { id: '412', product: { id: '41' } } } },
}
const completed = {
  id,
  context: { document: { location: { pathname: '/checkouts/cn/secret-token/thank-you' } } },
  data: {
    checkout: {
      token: 'secret-token',
      email: 'mia@example.com',
      phone: '+33123456789',
      shippingAddress: { firstName: 'Mia', city: 'Lyon' },
      order: { id: '5551234567890123456' },
      totalPrice: { amount: 39.5, currencyCode: 'GBP' },
      transactions: [{ gateway: 'shopify_payments' }],
    },
  },
}
const checkoutOf = (changed: object) => ({
  ...completed,
  data: { checkout: { ...completed.data.checkout, ...changed } },
})

test('the bundle is one call of Shopify’s, and small', async () => {
  const { registered, subscribers } = await open()

  expect(registered).toEqual(['WebPixel::Render'])
  expect([...subscribers.keys()]).toEqual([
    'product_added_to_cart',
    'checkout_started',
    'checkout_completed',
  ])
  expect((await readBundle()).length).toBeLessThanOrEqual(4_096)
})

test('a product in the cart is a cart of its page', async () => {
  const { publish, events, requests } = await open()

  await publish('product_added_to_cart', added)

  expect(events()).toEqual([
    { id: `event-${id}`, type: 'cart', page: '/products/kettle', product: '41' },
  ])
  expect(requests).toMatchObject([
    {
      url: `https://footfall.example/api/pixel/${settings.site}/events?sandbox=${settings.key}`,
      init: { method: 'POST', keepalive: true, credentials: 'omit' },
    },
  ])
})

test('a checkout is a visit, whose address has no token', async () => {
  const { publish, events } = await open()

  await publish('checkout_started', completed)

  expect(events()).toEqual([{ id: `event-${id}`, type: 'visit', page: '/checkout' }])
})

test('an order has the number that the shop’s server reports, and nothing about the person', async () => {
  const { publish, events, requests } = await open()

  await publish('checkout_completed', completed)

  expect(events()).toEqual([
    { id: `visit-${id}`, type: 'visit', page: '/checkout/thank-you' },
    {
      id: `event-${id}`,
      type: 'order',
      page: '/checkout/thank-you',
      order: '5551234567890123456',
      value: 39.5,
      currency: 'GBP',
    },
  ])
  expect(requests[0]?.init.body).not.toMatch(/mia|lyon|secret|\+33/i)
})

test.each([
  ['a global id', { order: { id: 'gid://shopify/Order/5551234567890123456' } }, 'order'],
  ['no order yet', { order: null }, 'visit'],
  ['an order without a number', { order: { id: null } }, 'visit'],
  ['no price', { totalPrice: null }, 'order'],
  ['a price of an unknown form', { totalPrice: { amount: '39.5', currencyCode: 'gbp' } }, 'order'],
  ['no transactions', { transactions: undefined }, 'order'],
])('a checkout with %s ends with the event %s', async (_case, changed, type) => {
  const { publish, events } = await open()

  await publish('checkout_completed', checkoutOf(changed))

  expect(events().at(-1)).toMatchObject({ type })
  expect(
    events().filter((event) => 'order' in event && event.order !== '5551234567890123456'),
  ).toEqual([])
})

test('a test order is not reported', async () => {
  const { publish, requests } = await open()

  await publish('checkout_completed', checkoutOf({ transactions: [{ gateway: 'bogus' }] }))

  expect(requests).toEqual([])
})

test.each([
  ['nothing', {}],
  ['no data', { id, data: null }],
  ['an empty cart line', { id, data: { cartLine: null } }],
  ['a product without an id', { id, data: { cartLine: { merchandise: { product: {} } } } }],
])('an event with %s is not reported, and throws nothing', async (_case, event) => {
  const { publish, requests } = await open()

  await publish('product_added_to_cart', event)
  await publish('checkout_completed', { id, ...event })

  expect(requests).toEqual([])
})

test('ids and paths that Shopify may have one day are ones that the server takes', async () => {
  const { publish, events } = await open()
  const document = { location: { pathname: 'about:blank?x#y' } }

  await publish('product_added_to_cart', { ...added, id: 'a/b', context: { document } })
  await publish('product_added_to_cart', { ...added, id: 'x'.repeat(300), context: null })

  expect(events()).toMatchObject([
    { id: 'event-a-b-------', page: '/' },
    { id: `event-${'x'.repeat(58)}`, page: '/' },
  ])
})

test('without conrequests nothing is read or requests, and nothing is made up for later', async () => {
  const read: string[] = []
  const stored = () => {
    read.push('storage')
    return Promise.resolve(visitor)
  }
  const { publish, requests, decide, events } = await open({ isAllowed: false, stored })

  await publish('product_added_to_cart', added)
  await publish('checkout_completed', completed)
  expect([requests, read]).toEqual([[], []])
  decide(true)
  expect(requests).toEqual([])
  await publish('product_added_to_cart', added)

  expect(events()).toHaveLength(1)
})

test('conrequests that is withdrawn ends the reports', async () => {
  const { publish, requests, decide } = await open()

  decide(false)
  await publish('product_added_to_cart', added)

  expect(requests).toEqual([])
})

test.each([
  ['the pixel knows', () => Promise.resolve(`${visitor};;claim1,claim2`), visitor],
  ['turned nudges off', () => Promise.resolve(`${visitor};off;`), visitor],
  ['has no id', () => Promise.resolve(null), undefined],
  ['has storage of something else', () => Promise.resolve('{"a":1}'), undefined],
  ['denied storage', () => Promise.reject(new Error('denied')), undefined],
])('a visitor who %s is the one of the shop', async (_case, stored, expected) => {
  const { publish, events } = await open({ stored })

  await publish('checkout_completed', completed)

  expect(events().map((event) => event.visitor)).toEqual([expected, expected])
})

test.each<[string, (number | null)[], number]>([
  ['takes them', [200], 1],
  ['refuses them', [422], 1],
  ['is full', [503, 200], 2],
  ['slows down', [429, 503, 200], 3],
  ['can’t be reached', [null, null, null, null], 3],
])('a server that %s', async (_case, statuses, expected) => {
  const answer = () => {
    const status = statuses.shift() ?? null
    return status === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({ status })
  }
  const { publish, requests, pauses } = await open({ answer })

  await publish('checkout_completed', completed)

  expect(requests).toHaveLength(expected)
  expect(new Set(requests.map(({ init }) => init.body)).size).toBe(1)
  expect(pauses).toEqual([2_000, 10_000].slice(0, expected - 1))
})
