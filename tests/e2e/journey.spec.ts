/** From a fresh installation to a counted click, as a new site owner experiences it. */
import { checkScreen } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test('a new owner gets from registering to one counted click', async ({
  page,
  context,
  browser,
  userAgent,
  product,
  shop,
}) => {
  if (userAgent === undefined) throw new Error('Robots are not counted.')
  await page.goto(`${product.baseUrl}/`)
  await expect(page).toHaveURL(/\/auth\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()

  await page.getByLabel('Name', { exact: true }).fill('Owner')
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByLabel('Site URL').fill('no address')
  await page.getByLabel('Organization name').fill('Tea Company')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter a URL, for example https://shop.com.')).toBeVisible()
  await page.getByLabel('Site URL').fill(`${shop.url}/teas?page=2`)
  await page.getByRole('button', { name: 'Continue' }).click()

  const code = await page.locator('code', { hasText: 'pixel.library.js' }).innerText()
  await expect(page.getByText('Waiting for the first visit')).toBeVisible()
  shop.setBody(`<h1>Teas</h1>${code}`)
  const customer = await context.newPage()
  await customer.goto(`${shop.url}/teas`)
  await expect(page.getByText(/^Installed/)).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByText('No orders, sign-ups or reviews yet')).toBeVisible()
  await page.getByRole('radio', { name: /^From your server/ }).check()
  await page.getByRole('button', { name: 'Create API token' }).click()
  const token = await page.locator('code', { hasText: /^nk_/ }).innerText()
  const uuid = /data-site="([^"]+)"/.exec(code)?.[1] ?? ''
  const sendOrder = async (id: string, first_name: string) => {
    const answer = await fetch(`${product.baseUrl}/api/v1/sites/${uuid}/activities`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        kind: 'purchase',
        id,
        occurred_at: new Date().toISOString(),
        person: { first_name, email: `${first_name}@example.com`, city: 'Porto', country: 'PT' },
        items: [{ title: 'Green tea', url: `${shop.url}/teas/green` }],
      }),
    })
    expect(answer.status).toBe(201)
  }
  await sendOrder('order-1', 'Mira')
  await expect(page.getByText('Ready: 1 order in the last 30 days')).toBeVisible()
  // Shown once, so it stays until its owner has it.
  await expect(page.locator('code', { hasText: /^nk_/ })).toHaveText(token)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: 'Use Recent purchase' }).click()
  await expect(page.getByRole('heading', { name: 'Preview and publish' })).toBeVisible()
  // Visitors of the holdout group are chosen at random. This one must see nudges.
  await page.getByRole('checkbox', { name: 'Measure the impact' }).uncheck()
  await page.getByRole('button', { name: 'Publish nudge' }).click()
  await expect(page.getByRole('heading', { name: 'Your nudge is live' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()

  // The first page may have the old payload cached for ten seconds. A new visitor doesn't.
  const visitor = await browser.newContext({ userAgent })
  const shopPage = await visitor.newPage()
  await shopPage.goto(`${shop.url}/teas`)
  const nudge = shopPage.getByText('Mira in Portugal')
  await expect(nudge).toBeVisible()
  await expect(shopPage.getByText('bought Green tea')).toBeVisible()
  // The next page has no pixel, because when it would show the nudge again is unpredictable.
  shop.setBody('<h1>Green tea</h1>')
  await shopPage.getByRole('link', { name: /Mira in Portugal/ }).click()
  await expect(shopPage).toHaveURL(`${shop.url}/teas/green`)
  await visitor.close()

  const row = page.getByRole('listitem').filter({ hasText: 'Recent purchase' })
  await expect(row).toContainText('1 seen')
  await expect(row).toContainText('1 clicked (100.0%)')
  await expect(row.getByRole('img', { name: /^Recent purchase: Mira in Portugal/ })).toBeVisible()

  // Home is still open: a new order appears automatically, and can be hidden in its place.
  await page.getByRole('link', { name: 'Show in chart: Clicks' }).press('Enter')
  await expect(page).toHaveURL(/\/\?(?:days=28&)?chart=clicks$/)
  await expect(page.getByRole('slider', { name: 'Clicks by day' })).toBeAttached()
  await sendOrder('order-2', 'Olga')
  const justIn = page.getByRole('region', { name: 'Just in' })
  const order = justIn.getByRole('listitem').filter({ hasText: 'Olga in Portugal' })
  await expect(order).toContainText('Live')
  await order.getByRole('button', { name: /^Hide: Olga/ }).press('Enter')
  await expect(order).toContainText('Hidden')
  const toast = page.locator('.toast').filter({ hasText: 'Activity hidden' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(order).toContainText('Live')
  await checkScreen(page)

  expect(await product.cli('recount')).toMatchObject({ differences: [] })
})
