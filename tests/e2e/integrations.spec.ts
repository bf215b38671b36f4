/** A shop's owner connects WooCommerce by its own approval page, and watches the first order arrive. */
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect } from './product-test.ts'
import { test } from './service-test.ts'
import { findViolations } from './violations.ts'

const owner = 'owner@shop.example'

test('from the list of integrations to the first order as a nudge, by the screens alone', async ({
  page,
  product,
  doubles: { woo },
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)

  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  await main.getByRole('link', { name: 'Integrations', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search' }).fill('woo')
  await expect(page.getByRole('link', { name: 'Zapier' })).toBeHidden()
  await page.getByRole('link', { name: 'WooCommerce', exact: true }).click()
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
  await expect(words).toBeVisible()
  await expect(page.getByRole('img', { name: /Mira.*Green tea/ })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'order.created' })).toBeVisible()

  // The content that the shop sent, without the shopper.
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

test('connecting and disconnecting Shopify asks for what its webhooks missed', async ({
  page,
  product,
  doubles,
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  const details = doubles.services.find(({ name }) => name === 'Shopify')?.details ?? {}
  // A new app has no token of its own.
  const { 'Access token of an older custom app': _older, ...asked } = details
  const nextSync = () => page.waitForResponse('**/api/integrations/shopify/webhook-sync')

  await visitScreen(page, `${product.baseUrl}/integrations/shopify`)
  for (const [label, value] of Object.entries(asked)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  const added = nextSync()
  await page.getByRole('button', { name: 'Connect Shopify' }).click()
  // The organization has no shop with our app, which the screen doesn't mind.
  expect((await added).status()).toBe(404)
  await expect(page.getByText('Shopify connected.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Page Not Found' })).toBeHidden()

  const removed = nextSync()
  await page.getByRole('heading', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect Shopify' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  expect((await removed).request().method()).toBe('POST')
  await expect(page.getByText('Shopify disconnected.')).toBeVisible()
})
