/** Two shops, a payment service and a page of reviews, by the screens of their owner alone. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright/test'
import type { PixelPayload } from '#app/contract/pixel.ts'
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
  const [tea, trays, stripe, reviews, home] = await Promise.all([
    startWooServer(now),
    startWooServer(now),
    startStripeServer(now),
    startReviewsIoServer(now),
    startHomePage(),
  ])
  const origins = {
    ...Object.fromEntries([tea, trays, home].map(({ url }) => [url, url])),
    'https://api.stripe.com': stripe.url,
    'https://api.reviews.io': reviews.url,
  }
  const product = await startProductServer({
    environment: environmentOf([], origins),
  })
  const stop = async () => {
    await product.remove()
    await Promise.all([tea, trays, stripe, reviews, home].map((double) => double.stop()))
  }
  return { tea, trays, stripe, reviews, home, product, stop }
}

type HomePage = Awaited<ReturnType<typeof startHomePage>>

/** The site's home page. */
async function startHomePage() {
  let body = ''
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    setBody(html: string) {
      body = html
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
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

/** An account whose site's home page has the pixel. Returns the pixel's code. */
async function openSite(product: ProductServer, home: HomePage): Promise<string> {
  const { site } = await createAccount(product, owner, '--site-url', home.url)
  const code = `<script async src="${product.baseUrl}/js/pixel.library.js" data-site="${String(site)}"></script>`
  home.setBody(code)
  return code
}

/** Every visitor sees it as soon as there is data for it. */
async function publishNudge(page: Page, { baseUrl }: ProductServer, type: string) {
  await visitScreen(page, `${baseUrl}/statistics/effect`)
  await page.getByLabel('Share of visitors in the holdout group (%)').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Holdout group turned off', { exact: true })).toBeVisible()
  await visitScreen(page, `${baseUrl}/popup-nudges`)
  await page.getByRole('button', { name: `Create ${type}`, exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('status').getByText('Published', { exact: true })).toBeVisible()
}

type Visit = { browser: Browser; userAgent: string | undefined; home: HomePage }

/** Nudges that a new visitor's page has, once they are these. The visitor sees the first one. */
async function expectVisitorGets({ browser, userAgent, home }: Visit, wanted: readonly RegExp[]) {
  if (userAgent === undefined) throw new Error('Robots see no nudges.')
  await expect(async () => {
    const context = await browser.newContext({ userAgent })
    try {
      const page = await context.newPage()
      const reading = page.waitForResponse((response) => response.url().includes('/api/pixel/'))
      await page.goto(home.url)
      const { nudges } = (await (await reading).json()) as PixelPayload
      expect(nudges.flatMap(({ items }) => items)).toHaveLength(wanted.length)
      const [first] = wanted
      const card = page.locator('footfall-nudge .on')
      if (first) await expect(card).toContainText(first)
      else await expect(card).toHaveCount(0)
    } finally {
      await context.close()
    }
  }).toPass()
}

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

test('an order and its payment are one sale and one nudge, until their owner keeps them separate', async ({
  page,
  browser,
  userAgent,
  started: { trays, stripe, home, product },
}) => {
  test.setTimeout(300_000)
  const visit = { browser, userAgent, home }
  await openSite(product, home)
  await logIn(page, product.baseUrl, owner)
  // Those of the tests before.
  trays.orders.clear()
  await publishNudge(page, product, 'Recent purchase')
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
  const orderRow = /Mira.*Oak tray.*Live/s
  await expectFeed(page, product, [orderRow, /Payment of a shop order/])
  await expectVisitorGets(visit, [/Mira.*Oak tray/s])

  await page
    .getByRole('row', { name: /WooCommerce/ })
    .getByRole('link', { name: /Mira/ })
    .click()
  await page.getByRole('link', { name: 'Paid through Stripe' }).click()
  await expect(page.getByText('Same email address, amount and time as order 5001')).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
  await page.getByRole('button', { name: 'Keep separate' }).click()
  await expect(page.getByText('Payment kept separate', { exact: true })).toBeVisible()
  await expectFeed(page, product, [/Live.*WooCommerce/s, /Live.*Stripe/s])
  await expectVisitorGets(visit, [/Mira/, /Mira/])

  await page
    .getByRole('row', { name: /Stripe/ })
    .getByRole('link', { name: /Mira/ })
    .click()
  await expect(page.getByText('Kept separate from the order')).toBeVisible()
  await page.getByRole('button', { name: 'Match again' }).click()
  await expect(page.getByText('Payment matched with an order', { exact: true })).toBeVisible()
  await expectFeed(page, product, [orderRow, /Payment of a shop order/])
  await expectVisitorGets(visit, [/Mira.*Oak tray/s])
})

test('a page of reviews is refused, proved by a link, edited and shortened, and visitors see just that', async ({
  page,
  browser,
  userAgent,
  started: { reviews, home, product },
}) => {
  test.setTimeout(300_000)
  const visit = { browser, userAgent, home }
  const pixel = await openSite(product, home)
  await logIn(page, product.baseUrl, owner)
  await publishNudge(page, product, 'Review')
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
  await expect(page.getByText(/^footfall-\w+$/)).toBeVisible()
  const connection = page.url()
  await expectReviews([/Fast parcel.*Page not verified/s])
  await expectVisitorGets(visit, [])

  const address = `https://www.reviews.io/company-reviews/store/${reviews.details.store}`
  home.setBody(`${pixel}<footer><a href="${address}">Our reviews</a></footer>`)
  await visitScreen(page, connection)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
  await expectReviews([/Fast parcel.*Live/s])
  await expectVisitorGets(visit, [/Fast parcel.*REVIEWS\.io/s])

  // Words that its owner hasn't read aren't shown.
  reviews.changes.set(id, { comments: 'The vase broke.' })
  await connectAgain()
  await expectReviews([/The vase broke.*Needs approval/s])
  await expectVisitorGets(visit, [])
  await page.getByRole('link', { name: /The vase broke/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Activity approved', { exact: true })).toBeVisible()
  await expectVisitorGets(visit, [/The vase broke/])

  // Its customer deletes it, and another one writes.
  reviews.orders.pop()
  const { id: later } = reviews.placeOrder()
  reviews.changes.set(later, { comments: 'Kind people.' })
  await connectAgain()
  await expectReviews([/The vase broke.*No longer listed/s, /Kind people.*Live/s])
  await expectVisitorGets(visit, [/Kind people/])
})
