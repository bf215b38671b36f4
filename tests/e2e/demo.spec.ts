/** A new user's first two minutes: an order in the demo shop, its nudge, its count. */
import { expect } from './product-test.ts'
import { test } from './store-test.ts'

test('an order in the demo shop shows in a nudge and is counted at home', async ({
  page,
  context,
  store: { product },
}) => {
  const readLogin = () => /Email +(\S+)\s+Password +(\S+)/.exec(product.output())
  await expect.poll(readLogin).not.toBeNull()
  const login = readLogin()
  await page.goto(`${product.baseUrl}/demo`)
  await expect(page.locator('main')).toContainText('Place an order')

  await page.getByRole('link', { name: /Stoneware mug/ }).click()
  await page.getByRole('button', { name: /cart/i }).click()
  await page.getByRole('link', { name: /checkout|check out/i }).click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const nudge = page.getByRole('link', { name: /Someone/ })
  await expect(nudge).toBeVisible()
  await nudge.click()
  await expect(page).toHaveURL(/\/demo\/products\/stoneware-mug$/)

  const dashboard = await context.newPage()
  await dashboard.goto(`${product.baseUrl}/auth/login`)
  await dashboard.getByLabel('Email').fill(login?.[1] ?? '')
  await dashboard.getByLabel('Password', { exact: true }).fill(login?.[2] ?? '')
  await dashboard.getByRole('button', { name: 'Log in', exact: true }).click()
  const row = dashboard.getByRole('listitem').filter({ hasText: 'Recent purchase' })
  await expect(row).toContainText('1 clicked')
  await expect(dashboard.getByText('Someone', { exact: false }).first()).toBeVisible()
})
