/** A shop's owner connects WooCommerce by its own approval page, and watches the first order arrive. */
import { startWooServer, type WooServer } from '../doubles/shops/woo-server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { createAccount, logIn } from './account.ts'
import { expect, test as base } from './product-test.ts'
import { findViolations } from './violations.ts'

const owner = 'owner@shop.example'

/** A product that may reach the shop's double, which is no public address. */
const test = base.extend<{ woo: WooServer; product: ProductServer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
  woo: async ({}, use) => {
    const woo = await startWooServer(() => new Date())
    await use(woo)
    await woo.stop()
  },
  product: async ({ woo }, use) => {
    const environment = { INTEGRATION_ORIGINS: `${woo.url}=${woo.url}` }
    const product = await startProductServer({ environment })
    await use(product)
    await product.remove()
  },
})

test('from the list of integrations to the first order as a nudge, by the screens alone', async ({
  page,
  product,
  woo,
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)

  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  await main.getByRole('link', { name: 'Integrations', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search' }).fill('woo')
  await expect(page.getByRole('link', { name: 'Zapier' })).toBeHidden()
  await page.getByRole('link', { name: 'WooCommerce' }).click()
  await expect(page.getByRole('heading', { name: 'WooCommerce', level: 1 })).toBeVisible()

  // A mistake is explained at its field, and what was typed stays.
  await page.getByLabel('Store address').fill('ftp://shop')
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByText('Enter the address of your shop, like')).toBeVisible()
  await expect(page.getByLabel('Store address')).toHaveValue('ftp://shop')

  await page.getByLabel('Store address').fill(woo.url)
  await page.getByRole('button', { name: 'Continue to WooCommerce' }).click()
  await expect(page.getByText('Footfall would like to connect to your store')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()

  await expect(page.getByText('WooCommerce connected.')).toBeVisible()
  await expect(page.getByText('Waiting for the first record from WooCommerce')).toBeVisible()
  expect(await findViolations(page.mainFrame())).toEqual([])

  const order = { billing: { first_name: 'Mira', city: 'Porto', country: 'PT' } }
  await woo.placeOrder({ ...order, line_items: [{ name: 'Green tea', quantity: 1, price: 8 }] })
  const words = page.getByText(/Mira.*Green tea/).first()
  await expect(words).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('img', { name: /Mira.*Green tea/ })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'order.created' })).toBeVisible()

  // What the shop sent, without the shopper.
  await page.getByRole('link', { name: 'Show content: order.created' }).click()
  const content = page.locator('pre.delivery-body')
  await expect(content).toContainText('Porto')
  await expect(content).not.toContainText('Mira')

  await page.getByRole('button', { name: 'Create this nudge' }).click()
  await expect(page).toHaveURL(/\/nudges\//)

  // The list has it on top.
  await main.getByRole('link', { name: 'Integrations', exact: true }).click()
  const connected = page.getByRole('region', { name: 'Connected' })
  await expect(connected.getByText('Working')).toBeVisible()
  await expect(
    connected.getByRole('link', { name: 'Connect another WooCommerce account' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'WooCommerce', exact: true })).toHaveCount(1)
  expect(await findViolations(page.mainFrame())).toEqual([])
})
