/** A shop without a developer gets to its first live nudge with a file of its orders. */
import type { Page } from 'playwright/test'
import { checkScreen } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test.setTimeout(300_000)

async function arrive(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.waitForFunction(() => 'Spark' in window)
}

test('with a file of orders the first nudge is live within ten clicks, and no token is needed', async ({
  page,
  product,
  shop,
}) => {
  let clicks = 0
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).click()
  }

  await page.goto(`${product.baseUrl}/auth/register`)
  await page.getByLabel('Name', { exact: true }).fill('Nora')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await click('Create account')
  await arrive(page, 'Add your site')
  await page.getByLabel('Site URL').fill(shop.url)
  await page.getByLabel('Organization name').fill('Nora’s teas')
  await click('Continue')
  await arrive(page, 'Install the pixel')
  await click('Do this later')

  await arrive(page, 'Choose your first nudge')
  await checkScreen(page)
  await expect(page.getByRole('radio', { name: 'From a file' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Create API token' })).toBeHidden()
  // The other ways open in place, and a reload keeps the chosen one.
  await page.getByRole('radio', { name: 'From your thank-you page' }).check()
  await page.getByRole('tab', { name: 'WooCommerce' }).click()
  await expect(page.getByRole('button', { name: 'Copy script for WooCommerce' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('radio', { name: 'Just look first' }).check()
  await expect(page.getByRole('region', { name: 'Sample' })).toContainText('This order is made up.')
  await checkScreen(page)
  await expect(page).toHaveURL(/from=sample/)
  await page.reload()
  await arrive(page, 'Choose your first nudge')
  await expect(page.getByRole('radio', { name: 'Just look first' })).toBeChecked()
  await page.getByRole('radio', { name: 'From a file' }).check()
  const at = new Date(Date.now() - 3_600_000).toISOString()
  // The button that opens the system's file dialog; the dialog is outside the page.
  clicks += 1
  await page.getByLabel('CSV file').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Order ID,Paid at,First name,Country,Product\n1,${at},Ann,NL,Kettle`),
  })
  await click('Review file')
  await expect(page.getByText('Ann in the Netherlands bought Kettle')).toBeVisible()
  await checkScreen(page)
  await click('Import 1 purchase')
  await expect(page.getByText('You have data for the nudges marked “Ready”.')).toBeVisible()
  await checkScreen(page)
  await page.getByRole('button', { name: /^Use Recent purchase/ }).click()
  clicks += 1
  await arrive(page, 'Preview and publish')
  await click('Publish nudge')

  await arrive(page, 'Your nudge is live')
  expect(clicks).toBeLessThanOrEqual(10)
})
