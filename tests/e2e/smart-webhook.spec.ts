/** A smart webhook by its screens alone: from a sample to the nudge of an order. */
import type { Page } from 'playwright/test'
import { createAccount, logIn } from './account.ts'
import { checkScreen, pressControl, tabTo, typeInto } from './keyboard.ts'
import { expect, test } from './product-test.ts'

const owner = 'smart-webhook@example.com'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const order = {
  ref: 'T-1',
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  buyer: { name: 'Emma Jansen', town: 'Utrecht' },
  what: 'Evening ticket',
  total: '24.50',
  currency: 'EUR',
}

test('a sample is mapped by keyboard, and the next delivery is an order', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/integrations/smart-webhook')
  await expect(page).toHaveTitle('Create Smart Webhook')
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Name'), 'Ticket shop')
  await pressControl(page, button(page, 'Create'))
  await expect(page.getByText('Waiting for a sample')).toBeVisible()
  await checkScreen(page)
  const address = await page.locator('code', { hasText: '/hooks/smart_webhook/' }).innerText()
  const url = `${product.baseUrl}${new URL(address.trim()).pathname}`
  const send = (sent: object) =>
    page.request.post(url, { data: sent, headers: { 'Content-Type': 'application/json' } })

  expect((await send(order)).status()).toBe(200)
  await expect(page.getByText('A sample arrived.')).toBeVisible()
  await pressControl(page, page.getByRole('link', { name: 'Next: choose the service' }))
  await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Continue'))
  await expect(page.getByText('Suggested from your sample')).toBeVisible()
  await checkScreen(page)

  // The product has an unusual name, so its row of the sample fills the field.
  const productName = page.getByLabel('Product name', { exact: true })
  await tabTo(page, productName)
  const row = page.getByRole('button', { name: 'what', exact: true })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(productName).toHaveValue('/what')
  await expect(page.getByRole('img', { name: /Evening ticket/ })).toBeVisible()

  await pressControl(page, button(page, 'Save fields'))
  await pressControl(page, button(page, 'Activate'))
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await checkScreen(page)

  expect((await send({ ...order, ref: 'T-2' })).status()).toBe(200)
  await expect(async () => {
    await page.goto(`${product.baseUrl}/data-feeds`)
    await expect(page.getByRole('row').filter({ hasText: 'Evening ticket' })).toHaveCount(1, {
      timeout: 1_000,
    })
  }).toPass({ timeout: 60_000 })
})
