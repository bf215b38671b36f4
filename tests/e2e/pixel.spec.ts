/** The pixel's screen by keyboard only: first never seen, then active. */
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { createAccount, logIn } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

test('the code is found, tried, sent on, and the screen sees the pixel come', async ({
  page,
  context,
  product,
  shop,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner, '--site-url', shop.url)
  await logIn(page, product.baseUrl, owner)

  await pressControl(page, page.getByRole('link', { name: 'Pixel', exact: true }))
  await expect(page.getByRole('heading', { name: 'Pixel', level: 1 })).toBeVisible()
  await expect(status(page, 'Not installed')).toBeVisible()
  await tabTo(page, page.locator('summary', { hasText: 'Google Tag Manager' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copy code for tag managers' })).toBeVisible()

  await typeInto(page, page.getByLabel('Developer’s email'), 'nobody')
  await pressControl(page, page.getByRole('button', { name: 'Send code' }))
  await expect(page.getByText('Enter an email address, for example name@shop.com.')).toBeVisible()
  await typeInto(page, page.getByLabel('Developer’s email'), 'dev@agency.example')
  await pressControl(page, page.getByRole('button', { name: 'Send code' }))
  // The email was accepted, so the field is empty again.
  await expect(page.getByLabel('Developer’s email')).toHaveValue('')

  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Pixel' }).getByRole('link', { name })
  await pressControl(page, part('Check'))
  // The test's shop has no public address, which looks like a wrong URL.
  await pressControl(page, page.getByRole('button', { name: 'Check page' }))
  await expect(status(page, 'Page doesn’t load')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, part('For developers'))
  await typeInto(page, page.getByLabel('Test a call'), `{ product: { id: 41, stock: '3' } }`)
  await expect(status(page, 'Some fields accepted.')).toBeVisible()

  await pressControl(page, part('Install'))
  const code = await page.locator('.copy-code__text').first().innerText()
  shop.setBody(`<main>Hello</main>${code}`)
  const visitor = await context.newPage()
  await visitor.goto(shop.url)
  await page.bringToFront()
  await expect(status(page, /Active/)).toBeVisible()
  await expect(page.getByRole('row', { name: new URL(shop.url).host })).toBeVisible()
  await checkScreen(page)
})
