/** `npm run dev` serves the same product. */
import type { Page } from 'playwright/test'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { adminOf, homeIn, install, order } from './demo-install.ts'
import { pressControl, tabTo } from './keyboard.ts'
import { expect, test as base } from './product-test.ts'

const test = base.extend<{ development: { product: ProductServer } }>({
  development: async ({ products }, use) => {
    await use(await products.lasting('development', start))
  },
})

async function start() {
  const product = await startProductServer({ isDevelopment: true, demo: true })
  return { product, stop: product.remove }
}

test('in development, too, a screen without a connection stays with what was typed', async ({
  page,
  context,
  development: { product },
}) => {
  test.setTimeout(300_000)
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com', '/support')
  const subject = page.getByLabel('Subject')
  await tabTo(page, subject)
  await page.keyboard.type('A nudge')
  const toasts = page.getByRole('listitem').filter({ hasText: 'Failed to fetch' })
  /** The form asks before it is left. */
  const leaveForGoals = async () => {
    await pressControl(page, page.getByRole('link', { name: 'Goals' }))
    await page.getByRole('button', { name: 'Discard changes' }).click()
  }

  await context.setOffline(true)
  // Keyboard focus keeps toasts open.
  await page.keyboard.press('F8')
  await leaveForGoals()
  await expect(toasts).toHaveCount(1)
  await expect(page).toHaveURL(/\/support$/)
  await expect(subject).toHaveValue('A nudge')
  await context.setOffline(false)
  await leaveForGoals()

  await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
})

/** Connected on a page of the service, without anything to enter. */
const approved = [
  {
    service: 'Eventbrite',
    name: 'eventbrite',
    action: 'Order a ticket',
    words: /Jane.*Pottery for beginners/,
  },
  { service: 'Mailchimp', name: 'mailchimp', action: 'Subscribe', words: /signed up/ },
  {
    service: 'Google Business Profile',
    name: 'google_my_business_reviews',
    action: 'Write a review before connecting',
    words: /Jane/,
  },
  {
    service: 'Etsy',
    name: 'etsy',
    action: 'Place an order before connecting',
    words: /Jane.*Oak tray/,
  },
]

test('a newcomer connects services that development brings, and sees an order in the demo shop', async ({
  page,
  context,
  development: { product },
}) => {
  test.setTimeout(300_000)
  const readLogin = () => /Email +(\S+)\s+Password +(\S+)/.exec(product.output())
  await expect.poll(readLogin).not.toBeNull()
  const [, email = '', password = ''] = readLogin() ?? []
  const [, deskUrl = ''] = /Services to connect.*: (\S+)/.exec(product.output()) ?? []
  const desk = await context.newPage()
  await desk.goto(deskUrl)
  const detail = (label: string) =>
    desk.locator('dt', { hasText: label }).locator('+ dd').textContent()

  await page.goto(`${product.baseUrl}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/integrations/wordpress`)
  await page.getByLabel('Store address').fill((await detail('Store address')) ?? '')
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('WooCommerce connected.')).toBeVisible()
  await desk.getByRole('button', { name: 'WooCommerce: Place an order' }).click()
  await expect(page.getByText(/Oak tray/).first()).toBeVisible()

  for (const { service, name, action, words } of approved) {
    await desk.getByRole('button', { name: `${service}: ${action}` }).click()
    await visitScreen(page, `${product.baseUrl}/integrations/${name}`)
    await page.getByRole('button', { name: `Continue to ${service}` }).click()
    await page.getByRole('button', { name: 'Grant access' }).click()
    await expect(page.getByText(`${service} connected.`)).toBeVisible()
    await expect(page.getByText(words).first()).toBeVisible()
  }

  await page.goto(`${product.baseUrl}/demo`)
  await expect(page.getByText(/Oak tray/).first()).toBeVisible()
})

/** Presses a button of the store's page that makes Shopify refuse. */
async function press(page: Page, admin: string, name: string) {
  await page.goto(`${admin}/testing`)
  await page.getByRole('button', { name }).click()
}

test('orders of a shop appear once Shopify approves them, without a visit', async ({
  page,
  context,
  development: { product },
}) => {
  test.setTimeout(300_000)
  const admin = await adminOf(product)
  const levelZero = 'Level 0 of customer data: no orders'
  const notApproved = 'Shopify hasn’t approved order data yet'
  await press(page, admin, levelZero)

  const frame = await install(page, product)
  await expect(frame.getByText(notApproved).first()).toBeVisible()
  await press(page, admin, levelZero)
  const desk = await context.newPage()
  const [, deskUrl = ''] = /Cards to pay with: (\S+)/.exec(product.output()) ?? []
  await desk.goto(deskUrl)
  const time = desk.locator('dt', { hasText: 'Time, also in Footfall' }).locator('+ dd')
  const before = (await time.textContent()) ?? ''
  await desk.getByRole('button', { name: 'Let a day pass' }).click()
  await expect(time).not.toHaveText(before)

  // The list isn't live, and its visit only looks for them: what it shows was there before.
  await page.goto(`${admin}/apps/footfall/data-feeds`)
  await expect(frame.getByRole('row').filter({ hasText: 'Mara' }).first()).toBeVisible()
  await page.goto(`${admin}/apps/footfall`)
  await homeIn(page)
  await expect(frame.getByText(notApproved)).toHaveCount(0)
})

test('a shop on a plan without customer data has its orders, without their buyers', async ({
  page,
  development: { product },
}) => {
  test.setTimeout(300_000)
  const admin = (await adminOf(product)).replace('linen-and-oak', 'northern-pottery')
  await press(page, admin, 'A plan of the shop without customer data (Basic)')

  const frame = await install(page, product, admin)
  const store = await page.getByRole('link', { name: 'View store' }).getAttribute('href')
  await order(page, store ?? '', 'Mira')

  await page.goto(`${admin}/apps/footfall`)
  await expect(frame.getByText(/^Someone in Portugal/).first()).toBeVisible()
  await expect(frame.getByText('Mira')).toHaveCount(0)
  await page.goto(`${admin}/apps/footfall/integrations/shopify`)
  await expect(frame.getByText('Connected').first()).toBeVisible()
})
