import { expect, test } from 'vitest'
import { suggestCheckouts, suggestThankYouPages, type SeenStep } from './suggest-checkouts.ts'

const step = (page: string, visitors: number, previous: string | null = null): SeenStep => ({
  page,
  previous,
  visitors,
})

const suggest = (steps: SeenStep[], checkoutPaths: string[] = []) =>
  suggestCheckouts({ steps, payments: [] }, checkoutPaths)

test.each([
  '/my-checkout',
  '/zur-kasse',
  '/shop/passer-en-caisse',
  '/checkout-address',
  '/payment-step',
])('%s reads like a checkout', (path) => {
  expect(suggest([step(path, 3)])).toEqual([{ path, reason: 'checkout_words' }])
})

test.each(['/thank-you', '/danke.html', '/vielen-dank', '/merci', '/order-received', '/شكرا'])(
  '%s reads like a thank-you page',
  (path) => {
    expect(suggest([step(encodeURI(path), 3)])).toEqual([{ path, reason: 'thank_you_words' }])
  },
)

test.each([
  // Known as checkouts.
  ...['/checkout', '/kasse/2', '/payment.html'],
  // Pages that inform.
  ...['/payment-methods', '/payment-plans/blue', '/moyens-de-paiement', '/blog/checkout-tips'],
  // Anything else.
  ...['/', '/cart', '/products/checkered-shirt', '/thankless', '/%zz'],
])('%s is not suggested', (path) => {
  expect(suggest([step(path, 30)])).toEqual([])
})

test('a page that fewer than three visitors opened is not suggested', () => {
  expect(suggest([step('/my-checkout', 2)])).toEqual([])
})

test('a path that the owner has added is not suggested again', () => {
  expect(suggest([step('/my-checkout/address', 9)], ['/my-checkout'])).toEqual([])
})

test('the page after the cart is suggested where most of its visitors come from the cart', () => {
  const steps = [
    step('/till', 6, '/cart'),
    step('/till', 2, '/'),
    // Many go on shopping, but most visitors of these pages come from elsewhere.
    step('/products', 5, '/cart'),
    step('/products', 90, '/'),
    // A small share of those who leave the cart.
    step('/gift-wrap', 3, '/cart'),
    step('/cart', 4, '/cart'),
  ]

  expect(suggest(steps)).toEqual([{ path: '/till', reason: 'after_cart' }])
})

test('pages of different orders are one beginning', () => {
  const ids = ['1001', '8f3a91', '0b7e5c2a-1d44-4c2e-9f00-6a1b2c3d4e5f']

  expect(suggest(ids.map((id) => step(`/till/${id}/pay`, 1, '/warenkorb')))).toEqual([
    { path: '/till', reason: 'after_cart' },
  ])
})

test('a page with payment fields comes first, and covers the pages below it', () => {
  const steps = [step('/my-checkout', 9), step('/buy', 4), step('/buy/zur-kasse', 8)]

  expect(
    suggestCheckouts(
      {
        steps,
        payments: [
          { page: '/buy', visitors: 3 },
          { page: '/about', visitors: 2 },
        ],
      },
      [],
    ),
  ).toEqual([
    { path: '/buy', reason: 'payment_fields' },
    { path: '/my-checkout', reason: 'checkout_words' },
  ])
})

test('a beginning that would hide nudges on more visits than its own is not suggested', () => {
  const steps = [step('/shop', 4), step('/shop/mug', 3), step('/shopping', 2)]
  const payments = [{ page: '/shop', visitors: 4 }]

  expect(suggestCheckouts({ steps, payments }, [])).toEqual([])
})

test('at most five, those with most visitors', () => {
  const steps = Array.from({ length: 7 }, (_one, at) =>
    step(`/my-checkout-${'abcdefg'[at] ?? ''}`, 3 + at),
  )

  expect(suggest(steps).map(({ path }) => path.at(-1))).toEqual(['g', 'f', 'e', 'd', 'c'])
})

test('pages after an order are offered by how many visitors reached them, one for all orders', () => {
  const seen = [
    { page: '/thank-you/1001', previous: null, visitors: 1 },
    { page: '/danke', previous: '/kasse', visitors: 2 },
    { page: '/thank-you/1002', previous: '/cart', visitors: 2 },
    { page: '/teas', previous: null, visitors: 90 },
  ]

  expect(suggestThankYouPages(seen)).toEqual(['/thank-you', '/danke'])
})
