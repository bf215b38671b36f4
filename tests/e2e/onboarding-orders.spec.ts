/** A shop without a developer gets to its first live nudge with a file of its orders. */
import type { Page } from 'playwright/test'
import { checkScreen, pressControl, tabTo, typeInto } from './keyboard.ts'
import { expect, test, type E2eShop } from './product-test.ts'

test.setTimeout(300_000)

async function arrive(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.waitForFunction(() => 'Spark' in window)
}

const ordersFile = () => {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  return {
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Order ID,Paid at,First name,Country,Product\n1,${at},Ann,NL,Kettle`),
  }
}

/** Pastes the code into the shop and opens one of its pages. */
async function installPixel(page: Page, shop: E2eShop): Promise<void> {
  const code = await page.locator('code', { hasText: 'pixel.library.js' }).innerText()
  shop.setBody(`<h1>Teas</h1>${code}`)
  const visit = await page.context().newPage()
  await visit.goto(`${shop.url}/teas`)
  await expect(page.getByText(/^Installed/)).toBeVisible()
  await visit.close()
}

test('with a file of orders the first nudge is live within ten presses, by keyboard alone', async ({
  page,
  product,
  shop,
}) => {
  let presses = 0
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    presses += 1
    await pressControl(page, page.getByRole(role, { name, exact: true }))
  }
  const type = (label: string, text: string) =>
    typeInto(page, page.getByLabel(label, { exact: true }), text)

  await page.goto(`${product.baseUrl}/auth/register`)
  await type('Name', 'Nora')
  await type('Email', 'nora@example.com')
  await type('Password', 'correct horse battery')
  await tabTo(page, page.getByLabel('I accept the terms of service'))
  await page.keyboard.press('Space')
  await press('Create account')
  await arrive(page, 'Add your site')
  await type('Site URL', shop.url)
  await type('Organization name', 'Nora’s teas')
  await press('Continue')
  await arrive(page, 'Install the pixel')
  await installPixel(page, shop)
  await press('Continue', 'link')

  await arrive(page, 'Choose your first nudge')
  await expect(page.getByRole('radio', { name: 'From a file' })).toBeChecked()
  const field = page.getByLabel('CSV file')
  await tabTo(page, field)
  // A key opens the system's dialog, which is outside of the page and of this test.
  presses += 1
  await field.setInputFiles(ordersFile())
  await press('Review file')
  await expect(page.getByText('Ann in the Netherlands bought Kettle')).toBeVisible()
  await checkScreen(page)
  await press('Import 1 purchase')
  await expect(
    page.getByRole('status').filter({ hasText: /^1 order in the last 30 days$/ }),
  ).toBeVisible()
  await checkScreen(page)
  await press('Use Recent purchase')
  await arrive(page, 'Preview and publish')
  // Its server reports nothing, so the goal is the page after an order.
  await expect(page.getByRole('radio', { name: 'Reach a page after ordering' })).toBeChecked()
  await press('Publish nudge')

  await arrive(page, 'Your nudge is live')
  await checkScreen(page)
  expect(presses).toBe(8)
})

test('orders come in four ways, and a nudge published without any waits for the first', async ({
  page,
  product,
  shop,
}) => {
  await page.goto(`${product.baseUrl}/auth/register`)
  await page.getByLabel('Name', { exact: true }).fill('Nora')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await arrive(page, 'Add your site')
  await page.getByLabel('Site URL').fill(shop.url)
  await page.getByLabel('Organization name').fill('Nora’s teas')
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrive(page, 'Install the pixel')
  await page.getByRole('button', { name: 'Do this later' }).click()

  await arrive(page, 'Choose your first nudge')
  await expect(page.getByRole('button', { name: 'Create API token' })).toBeHidden()
  // The other ways open in place, and a reload keeps the chosen one.
  await page.getByRole('radio', { name: 'From your thank-you page' }).check()
  await page.getByRole('tab', { name: 'WooCommerce' }).click()
  await expect(page.getByRole('button', { name: 'Copy script for WooCommerce' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('radio', { name: 'Just look first' }).check()
  await expect(page.getByRole('region', { name: 'Example' })).toContainText(
    'This order is made up.',
  )
  await checkScreen(page)
  await expect(page).toHaveURL(/from=sample/)
  await page.reload()
  await arrive(page, 'Choose your first nudge')
  await expect(page.getByRole('radio', { name: 'Just look first' })).toBeChecked()

  await page.getByRole('button', { name: 'Use Recent purchase' }).click()
  await arrive(page, 'Preview and publish')
  await expect(page.getByRole('region', { name: 'Example' })).toContainText('made up')
  await expect(page.getByRole('button', { name: 'Preview on your site' })).toHaveCount(0)
  await checkScreen(page)
  await page.getByRole('button', { name: 'Publish and wait' }).click()
  await arrive(page, 'Waiting for your first order')
  await expect(page.getByRole('button', { name: 'Open your shop' })).toHaveCount(0)
  await checkScreen(page)

  // The order arrives while the step is open elsewhere, and this one updates without a press.
  const other = await page.context().newPage()
  await other.goto(`${product.baseUrl}/onboarding?step=nudge&from=file`)
  await arrive(other, 'Choose your first nudge')
  await other.getByLabel('CSV file').setInputFiles(ordersFile())
  await other.getByRole('button', { name: 'Review file' }).click()
  await other.getByRole('button', { name: 'Import 1 purchase' }).click()
  await expect(page.getByText('Data is ready to show')).toBeVisible()
  // The pixel is still missing, so no visitor sees it.
  await expect(page.getByRole('heading', { name: 'Your nudge is published' })).toBeVisible()
})
