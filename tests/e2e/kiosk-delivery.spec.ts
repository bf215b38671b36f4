/** A delivery that failed for good, which staff find and have processed again. */
import type { Page } from 'playwright/test'
import { createAccount, logIn, visitScreen } from './account.ts'
import { enterKiosk, expectSound } from './kiosk.ts'
import { expect, test } from './product-test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const order = {
  order_id: 'T-1',
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  customer: { first_name: 'Emma', email: 'emma@customer.example', city: 'Utrecht', country: 'NL' },
  product_name: 'Evening ticket',
  total: '24.50',
  currency: 'EUR',
}

/** The same without the field that the merchant chose as the order's id. */
const { order_id: _id, ...unnamed } = order
const renamed = { ...unnamed, product_name: 'Night ticket', reference: 'T-2' }

/** By its screens, as the merchant does it. Returns the address that services send to. */
async function connectSmartWebhook(page: Page, baseUrl: string): Promise<string> {
  await visitScreen(page, `${baseUrl}/integrations/smart-webhook`)
  await page.getByLabel('Name').fill('Ticket shop')
  await button(page, 'Create').click()
  const address = await page.locator('code', { hasText: '/hooks/smart_webhook/' }).innerText()
  const url = `${baseUrl}${new URL(address.trim()).pathname}`
  await send(page, url, order)
  await page.getByRole('link', { name: 'Next: choose the service' }).click()
  await button(page, 'Continue').click()
  await expect(page.getByText('Suggested from your sample')).toBeVisible()
  await button(page, 'Save fields').click()
  await button(page, 'Activate').click()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  return url
}

async function send(page: Page, url: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  expect((await page.request.post(url, { data: body, headers })).status()).toBe(200)
}

test('a delivery that failed is found, read with a reason, and processed again', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const { baseUrl } = product
  await createAccount(product, 'tickets@tickets.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  const merchants = await browser.newContext()
  const shop = await merchants.newPage()
  await logIn(shop, baseUrl, 'tickets@tickets.example')
  const url = await connectSmartWebhook(shop, baseUrl)
  const fields = shop.url()
  await send(shop, url, renamed)

  await enterKiosk(page, product, 'staff@footfall.example')
  await expect(async () => {
    await page.goto(`${baseUrl}/kiosk`)
    await expect(page.getByText('1 delivery failed in the last 24 hours')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass({ timeout: 60_000 })
  await expectSound(page)
  await page.getByRole('link', { name: '1 delivery failed in the last 24 hours' }).click()
  await expect(page.getByRole('rowheader', { name: 'delivery' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('rowheader', { name: 'delivery' }).getByRole('link').click()
  const content = page.getByLabel('Content')
  await expect(content).toContainText('Night ticket')
  await expect(content).not.toContainText('Emma')
  await expectSound(page)

  const opening = page.locator('form').filter({ has: button(page, 'Show everything') })
  await page.getByRole('link', { name: 'Show everything' }).click()
  await button(page, 'Show everything').click()
  await expect(
    opening.getByText('Enter a reason of at least 5 characters. It’s kept on record.'),
  ).toBeVisible()
  await opening.getByLabel('Reason').fill('The merchant misses an order.')
  await button(page, 'Show everything').click()
  await expect(content).toContainText('emma@customer.example')

  // The merchant chooses the field that their service uses now.
  await visitScreen(shop, fields)
  await shop.getByLabel('ID', { exact: true }).selectOption('/reference')
  await button(shop, 'Save fields').click()
  await expect(shop.getByText(/^Fields saved/).first()).toBeVisible()

  const again = page.locator('form').filter({ has: button(page, 'Process again') })
  await page.getByRole('link', { name: 'Process again' }).click()
  // Another action opened: the content that was asked for is still there.
  await expect(content).toContainText('emma@customer.example')
  await again.getByLabel('Reason').fill('The merchant chose the right field.')
  await button(page, 'Process again').click()
  await expect(page.getByText('Delivery is being processed again', { exact: true })).toBeVisible()
  await expect(async () => {
    await shop.goto(`${baseUrl}/data-feeds`)
    await expect(shop.getByRole('row').filter({ hasText: 'Night ticket' })).toHaveCount(1, {
      timeout: 1_000,
    })
  }).toPass({ timeout: 60_000 })
  await merchants.close()

  await visitScreen(page, `${baseUrl}/kiosk/audit`)
  const acts = page.getByRole('listitem')
  await expect(acts.filter({ hasText: 'had a delivery processed again.' })).toHaveCount(1)
  await expect(acts.filter({ hasText: 'looked at the full content of a delivery.' })).toHaveCount(1)
  await expect(page.getByText('The merchant chose the right field.')).toBeVisible()
  await visitScreen(page, `${baseUrl}/kiosk/jobs`)
  await page.locator('summary').filter({ hasText: 'idle' }).click()
  await expect(page.getByText(/deliveries\.process/).first()).toBeVisible()
  await expectSound(page)
})
