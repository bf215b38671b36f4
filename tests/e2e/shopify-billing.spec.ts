/** A shop's payments as the owner sees them in the admin: approve, decline, open bill, boost. */
import { expect, type FrameLocator, type Page } from 'playwright/test'
import { adminOf, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

/** Chooses a plan on the screen of plans, up to Shopify's question. */
async function choose(page: Page, frame: FrameLocator, name: string) {
  await frame.getByRole('link', { name: `Choose ${name}`, exact: true }).click()
  await frame.getByRole('button', { name: new RegExp(`^(Start|Switch to) ${name}$`) }).click()
  await expect(page.getByRole('heading', { name: 'Approve charge' })).toBeVisible()
}

test('a plan is approved, another one declined, a bill left open, and a boost bought', async ({
  page,
  store: { product },
}) => {
  const admin = await adminOf(product)
  const frame = await openApp(page, product)
  const title = (text: string) => frame.getByRole('heading', { level: 1, name: text })
  const openBilling = async () => {
    await page.goto(`${admin}/apps/footfall/shopify/billing`)
    await expect(title('Billing')).toBeAttached()
  }

  await openBilling()
  await expect(frame.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(frame.getByText('Shopify, together with your shop’s other charges')).toBeVisible()
  await choose(page, frame, 'Lite')
  await expect(page.getByText('9.00 USD every 30 days')).toBeVisible()
  await expect(page.getByText('Test charge: no money moves.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page).toHaveURL(/\/apps\/footfall\/shopify\/billing\/success\?/)
  await expect(title('You’re on the Lite plan')).toBeAttached()

  await openBilling()
  await choose(page, frame, 'Genius')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(title('You’re on the Lite plan')).toBeAttached()
  await expect(frame.getByText('nothing was charged')).toBeVisible()

  // The webhook of an open bill, and of a paid one, changes the screen.
  const pay = async (action: string, isPaid: boolean) => {
    await page.goto(`${admin}/testing`)
    await page.getByRole('button', { name: action }).click()
    await expect(page.getByRole('status')).toBeVisible()
    await expect(async () => {
      await openBilling()
      const notice = frame.getByText('Pay your shop’s bill in Shopify to keep it.')
      await expect(notice).toHaveCount(isPaid ? 0 : 1, { timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
  }
  await pay('Stop paying the shop’s bills', false)
  await expect(frame.getByRole('link', { name: 'Update card' })).toHaveCount(0)
  await pay('Pay the shop’s bills', true)

  await frame.getByRole('link', { name: 'Usage by site and month' }).click()
  await frame.getByRole('button', { name: /^Buy 3,000 impressions/ }).click()
  await expect(page.getByText('9.00 USD once')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(title('Your boost is active')).toBeAttached()
  await frame.getByRole('link', { name: 'View usage' }).click()
  await expect(frame.getByText(/^3,000 more impressions per month until/)).toBeVisible()

  await openBilling()
  await frame.getByRole('link', { name: 'Cancel plan' }).click()
  await frame.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(title('Billing')).toBeAttached()
  await expect(frame.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Card' })).toHaveCount(0)
})
