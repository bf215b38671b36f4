/** Two shops, a payment service and a page of reviews, by the screens of their owner alone. */
import type { Page } from 'playwright/test'
import { environmentOf } from '#workshop/doubles/shops/start-approved.ts'
import { startReviewsIoServer } from '#workshop/doubles/shops/review-services.ts'
import { startStripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { startWooServer, type WooServer } from '#workshop/doubles/shops/woo-server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect, test as base } from './product-test.ts'
import { findViolations } from './violations.ts'

type Started = Awaited<ReturnType<typeof start>>

const test = base.extend<{ started: Started }>({
  started: async ({ products }, use) => {
    await use(await products.special('two shops', start))
  },
})

async function start() {
  const now = () => new Date()
  const [tea, trays, stripe, reviews] = await Promise.all([
    startWooServer(now),
    startWooServer(now),
    startStripeServer(now),
    startReviewsIoServer(now),
  ])
  const origins = {
    ...Object.fromEntries([tea, trays].map(({ url }) => [url, url])),
    'https://api.stripe.com': stripe.url,
    'https://api.reviews.io': reviews.url,
  }
  const product = await startProductServer({
    environment: environmentOf([], origins),
  })
  const stop = async () => {
    await product.remove()
    await Promise.all([tea, trays, stripe, reviews].map((double) => double.stop()))
  }
  return { tea, trays, stripe, reviews, product, stop }
}

const owner = 'owner@shop.example'

/** By the shop's own page, which asks. */
async function connect(page: Page, product: ProductServer, { url }: WooServer) {
  await visitScreen(page, `${product.baseUrl}/integrations/wordpress`)
  await page.getByLabel('Store address').fill(url)
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('WooCommerce connected.')).toBeVisible()
}

const orderOf = (name: string, product: string) => ({
  id: 5001,
  billing: { first_name: name, city: 'Porto', country: 'PT' },
  line_items: [{ name: product, product_id: 0, quantity: 1, price: 24.5 }],
})

/** Rows of the feed as it is once the rest has arrived. */
async function expectRows(page: Page, address: string, rows: readonly RegExp[]) {
  await expect(async () => {
    await page.goto(address)
    const shown = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(shown).toHaveCount(rows.length, { timeout: 1_000 })
    for (const row of rows) {
      await expect(shown.filter({ hasText: row })).toHaveCount(1, { timeout: 1_000 })
    }
  }).toPass()
}

const expectFeed = (page: Page, { baseUrl }: ProductServer, rows: readonly RegExp[]) =>
  expectRows(page, `${baseUrl}/data-feeds`, rows)

test('two shops with the same order number are two sales, and a refund in one hides that one alone', async ({
  page,
  started: { tea, trays, product },
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await connect(page, product, tea)
  await tea.placeOrder(orderOf('Mira', 'Green tea'))
  await expect(page.getByText(/Mira.*Green tea/).first()).toBeVisible()
  await connect(page, product, trays)
  await trays.placeOrder(orderOf('Noor', 'Oak tray'))
  await expect(page.getByText(/Noor.*Oak tray/).first()).toBeVisible()
  await expect(page.getByText(/Green tea/)).toHaveCount(0)

  await expectFeed(page, product, [/Mira.*Green tea.*Ready/s, /Noor.*Oak tray.*Ready/s])
  await tea.refund(5001)
  await expectFeed(page, product, [/Mira.*Green tea.*Refunded/s, /Noor.*Oak tray.*Ready/s])

  await visitScreen(page, `${product.baseUrl}/integrations`)
  const connected = page.getByRole('region', { name: 'Connected' })
  await expect(connected.getByText(new URL(tea.url).host)).toBeVisible()
  await expect(connected.getByText(new URL(trays.url).host)).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
})

test('a payment that failed and succeeds is one sale, and deleted webhooks are back after one press', async ({
  page,
  started: { tea, product },
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await connect(page, product, tea)
  const unpaid = { status: 'failed', date_paid_gmt: null }
  await tea.placeOrder({ ...orderOf('Mira', 'Green tea'), ...unpaid })
  await expect(page.getByRole('rowheader', { name: 'order.created' })).toBeVisible()
  await expect(page.getByText('Waiting for the first record from WooCommerce')).toBeVisible()
  const paidAt = new Date().toISOString().slice(0, 19)
  await tea.changeOrder(5001, { status: 'processing', date_paid_gmt: paidAt })
  await expect(page.getByText(/Mira.*Green tea/).first()).toBeVisible()
  await tea.changeOrder(5001, { status: 'completed' })
  await expectFeed(page, product, [/Mira.*Green tea.*Ready/s])

  // Someone tidied up in the shop, and its owner looks after the connection.
  tea.hooks.clear()
  await visitScreen(page, `${product.baseUrl}/integrations`)
  const connected = page.getByRole('region', { name: 'Connected' })
  await connected
    .getByRole('link', { name: /WooCommerce/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Check and save' }).click()
  await expect(page.getByText('Connection checked and saved', { exact: true })).toBeVisible()
  await tea.placeOrder({ ...orderOf('Noor', 'Oak tray'), id: 5002 })
  await expect(page.getByText(/Noor.*Oak tray/).first()).toBeVisible()
  await expectFeed(page, product, [/Mira.*Green tea.*Ready/s, /Noor.*Oak tray.*Ready/s])
})

test('an order and its payment are one sale, until their owner keeps them separate', async ({
  page,
  started: { trays, stripe, product },
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  // Those of the tests before.
  trays.orders.clear()
  await connect(page, product, trays)
  await visitScreen(page, `${product.baseUrl}/integrations/stripe`)
  await page.getByLabel('Restricted key', { exact: true }).fill(stripe.key)
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await expect(page.getByText('Stripe connected.')).toBeVisible()

  const email = 'mira@home.example'
  const order = orderOf('Mira', 'Oak tray')
  await trays.placeOrder({ ...order, billing: { ...order.billing, email }, total: '24.50' })
  await stripe.pay({
    billing_details: { name: 'Mira Quux', email, phone: null, address: null },
    amount: 2450,
  })
  const orderRow = /Mira.*Oak tray.*Ready/s
  await expectFeed(page, product, [orderRow, /Payment of a shop order/])

  await page
    .getByRole('row', { name: /WooCommerce/ })
    .getByRole('link', { name: /Mira/ })
    .click()
  await page.getByRole('link', { name: 'Paid through Stripe' }).click()
  await expect(page.getByText('Same email address, amount and time as order 5001')).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
  await page.getByRole('button', { name: 'Keep separate' }).click()
  await expect(page.getByText('Payment kept separate', { exact: true })).toBeVisible()
  await expectFeed(page, product, [/Ready.*WooCommerce/s, /Ready.*Stripe/s])

  await page
    .getByRole('row', { name: /Stripe/ })
    .getByRole('link', { name: /Mira/ })
    .click()
  await expect(page.getByText('Kept separate from the order')).toBeVisible()
  await page.getByRole('button', { name: 'Match again' }).click()
  await expect(page.getByText('Payment matched with an order', { exact: true })).toBeVisible()
  await expectFeed(page, product, [orderRow, /Payment of a shop order/])
})

test('a page of reviews is refused, proved, edited, and loses a review, as its owner connects it again', async ({
  page,
  started: { reviews, product },
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  const { id } = reviews.placeOrder()
  reviews.changes.set(id, { comments: 'Fast parcel.' })
  const expectReviews = (rows: readonly RegExp[]) =>
    expectRows(page, `${product.baseUrl}/data-feeds/reviews`, rows)
  const connectPage = async (store: string) => {
    await visitScreen(page, `${product.baseUrl}/integrations/reviews_io`)
    await page.getByLabel('Store ID').fill(store)
    await page.getByRole('button', { name: 'Connect REVIEWS.io' }).click()
  }
  const connectAgain = async () => {
    await visitScreen(page, `${product.baseUrl}/integrations`)
    await page
      .getByRole('region', { name: 'Connected' })
      .getByRole('link', { name: /REVIEWS\.io/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Disconnect REVIEWS.io' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Connect REVIEWS.io' })).toBeVisible()
    await connectPage(reviews.details.store)
    await expect(page.getByText('REVIEWS.io connected.')).toBeVisible()
  }

  await connectPage('elsewhere')
  await expect(page.getByText(/lists no reviews for this store ID/)).toBeVisible()
  await connectPage(reviews.details.store)
  await expect(page.getByText('Not verified')).toBeVisible()
  const code = await page.getByText(/^footfall-\w+$/).innerText()
  await expectReviews([/Fast parcel.*Page not verified/s])

  reviews.changes.set(id, {
    comments: 'The vase broke.',
    replies: [{ comments: `We’re sorry! ${code}` }],
  })
  await connectAgain()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expectReviews([/The vase broke.*Needs approval/s])
  await page.getByRole('link', { name: /The vase broke/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Activity approved', { exact: true })).toBeVisible()

  // Its customer deletes it, and another one writes.
  reviews.orders.pop()
  const { id: later } = reviews.placeOrder()
  reviews.changes.set(later, { comments: 'Kind people.' })
  await connectAgain()
  await expectReviews([/The vase broke.*No longer listed/s, /Kind people.*Ready/s])
})
