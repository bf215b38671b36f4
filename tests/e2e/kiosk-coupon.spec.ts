/** A coupon that staff give in the kiosk, and that the merchant uses on the billing page. */
import type { Page } from 'playwright/test'
import { testCards } from '#workshop/doubles/stripe-billing/cards.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { enterKiosk, expectSound } from './kiosk.ts'
import { test } from './paying-test.ts'
import { expect } from './product-test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function startPlus(page: Page, baseUrl: string) {
  await visitScreen(page, `${baseUrl}/billing/card?plan=plus`)
  await page.getByLabel('Card number').fill(testCards.visa.number)
  await page.getByLabel('Name or company').fill('Kettles & Co')
  await page.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('Country').selectOption('US')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('link', { name: 'Continue with Plus' }).click()
  await page.getByRole('button', { name: 'Start Plus' }).click()
  await expect(heading(page, 'You’re on the Plus plan')).toBeVisible()
}

test('a coupon is given, used by the merchant, and shown as used', async ({
  page,
  browser,
  paying: { product },
}) => {
  test.slow()
  const { baseUrl } = product
  const { team } = await createAccount(product, 'kettles@kettles.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  const merchants = await browser.newContext()
  const shop = await merchants.newPage()
  await logIn(shop, baseUrl, 'kettles@kettles.example')
  await startPlus(shop, baseUrl)

  await enterKiosk(page, product, 'staff@footfall.example')
  await page.goto(`${baseUrl}/kiosk/metrics`)
  await expect(heading(page, 'Metrics')).toBeVisible()
  await expectSound(page)
  await page.goto(`${baseUrl}/kiosk/billing?state=active`)
  await expect(page.getByRole('cell', { name: '$29' })).toBeVisible()
  await expectSound(page)

  await page.goto(`${baseUrl}/kiosk/teams/${String(team)}/plan`)
  await expect(page.getByText('The organization has a subscription')).toBeVisible()
  await page.getByRole('link', { name: 'Coupon', exact: true }).click()
  await page.getByLabel('Percent off').fill('30')
  await page.getByLabel('For', { exact: true }).selectOption('forever')
  await page.getByRole('button', { name: 'Give coupon' }).click()
  await expect(
    page.getByText('Enter a reason of at least 5 characters. It’s kept on record.'),
  ).toBeVisible()
  await page.getByLabel('Reason').fill('An outage of ours last week.')
  await page.getByRole('button', { name: 'Give coupon' }).click()
  const code = await page.getByRole('rowheader', { name: /^GIFT-/ }).innerText()
  await expect(page.getByText('Not used')).toBeVisible()
  await expectSound(page)

  await visitScreen(shop, `${baseUrl}/billing`)
  await shop.getByLabel('Coupon code').fill(code)
  await shop.getByRole('button', { name: 'Apply coupon' }).click()
  await expect(shop.getByText('30% off each month', { exact: true })).toBeVisible()

  await page.goto(`${baseUrl}/kiosk/coupons`)
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('Used')
  await expectSound(page)
  await merchants.close()
})
