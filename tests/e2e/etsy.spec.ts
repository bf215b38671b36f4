/** A shop's owner connects Etsy by logging in there, and watches an order arrive. */
import { startEtsyServer, type EtsyServer } from '#workshop/doubles/shops/etsy-server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { createAccount, logIn } from './account.ts'
import { expect, test as base } from './product-test.ts'
import { findViolations } from './violations.ts'

const owner = 'owner@shop.example'

/** The double is another website than the product, so the way back doesn't carry the login's cookie. */
const test = base.extend<{ etsy: EtsyServer; product: ProductServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
  etsy: async ({}, use) => {
    const etsy = await startEtsyServer(() => new Date())
    await use(etsy)
    await etsy.stop()
  },
  product: async ({ etsy }, use) => {
    const environment = {
      INTEGRATION_ORIGINS: `https://www.etsy.com=${etsy.url},https://api.etsy.com=${etsy.url}`,
      ETSY_CLIENT_ID: etsy.app.id,
      ETSY_CLIENT_SECRET: etsy.app.secret,
    }
    const product = await startProductServer({ environment })
    etsy.desk.registered.add(`${product.baseUrl}/integrations/etsy/callback`)
    await use(product)
    await product.remove()
  },
})

test('declined first, then approved, and the shop’s order is there as a nudge', async ({
  page,
  product,
  etsy,
}) => {
  test.setTimeout(180_000)
  etsy.placeOrder()
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)

  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  await main.getByRole('link', { name: 'Integrations', exact: true }).click()
  await page.getByRole('link', { name: 'Etsy' }).click()
  await expect(page.getByRole('heading', { name: 'Etsy', level: 1 })).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])

  await page.getByRole('button', { name: 'Continue to Etsy' }).click()
  await expect(page.getByText('Footfall would like to read your shop')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Etsy wasn’t connected' })).toBeVisible()
  await expect(page.getByText('the approval was declined')).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
  await page.getByRole('link', { name: 'Back to Etsy' }).click()

  await page.getByRole('button', { name: 'Continue to Etsy' }).click()
  await page.getByRole('button', { name: 'Grant access' }).click()
  await expect(page.getByText('Etsy connected.')).toBeVisible()
  // The code is in no address that the browser's history keeps.
  expect(page.url()).not.toContain('code')

  await expect(page.getByText(/Jane.*Oak tray/).first()).toBeVisible()
  await expect(page.getByText('OakAndAsh').first()).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])
})
