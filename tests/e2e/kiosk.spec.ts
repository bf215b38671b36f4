/** Tasks of staff in the kiosk for a merchant. */
import type { Page } from 'playwright/test'
import { createAccount, logIn, visitScreen } from './account.ts'
import { enterKiosk, expectSound, turnOnTwoFactor } from './kiosk.ts'
import { expect, test } from './product-test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('an order leads to its organization, its owner, their screen, and the audit log', async ({
  page,
  product,
}) => {
  test.slow()
  const { baseUrl } = product
  const { site, token } = await createAccount(product, 'linen@linen.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  const sent = await fetch(`${baseUrl}/api/v1/sites/${String(site)}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'signup', id: 'R-2041', occurred_at: new Date().toISOString() }),
  })
  expect(sent.status).toBe(201)
  await logIn(page, baseUrl, 'staff@footfall.example')
  await page.goto(`${baseUrl}/kiosk`)
  await expect(page.getByText('Turn on two-factor login to use the kiosk.')).toBeVisible()
  await expectSound(page)
  await turnOnTwoFactor(page, baseUrl)

  await visitScreen(page, `${baseUrl}/kiosk`)
  await expect(page.getByRole('heading', { name: 'Newest organizations' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox').fill('R-2041')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=R-2041/)
  const team = page.locator('a[href^="/kiosk/teams/"]').first()
  await expect(team).toBeVisible()
  await expectSound(page)
  await team.click()
  await expect(page.getByRole('link', { name: 'Plan, trial, boosts and coupons' })).toBeVisible()
  await expectSound(page)
  await page.locator('a[href^="/kiosk/users/"]').first().click()
  await expect(heading(page, 'linen')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Impersonate' }).click()
  await page.getByLabel('Reason').fill('The owner asked why nothing shows.')
  await page.getByRole('button', { name: 'Impersonate' }).click()
  const bar = page.getByRole('region', { name: 'Impersonation' })
  await expect(bar).toContainText('you’re impersonating linen')
  expect((await page.request.get(`${baseUrl}/kiosk`)).status()).toBe(404)
  await bar.getByRole('button', { name: 'Stop impersonating' }).click()
  await expect(heading(page, 'linen')).toBeVisible()

  await visitScreen(page, `${baseUrl}/kiosk/audit`)
  await expect(page.getByText('The owner asked why nothing shows.')).toBeVisible()
  await expect(page.getByText('stopped impersonating the user.')).toBeVisible()
  await expectSound(page)
  const lists = ['users', 'teams', 'sites', 'announcements', 'coupons', 'billing']
  for (const section of [...lists, 'metrics', 'jobs', 'deliveries']) {
    await visitScreen(page, `${baseUrl}/kiosk/${section}`)
    await expectSound(page)
  }
})

test('an announcement is written, seen by a merchant, and read', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { baseUrl } = product
  await createAccount(product, 'linen@linen.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  await enterKiosk(page, product, 'staff@footfall.example')

  await visitScreen(page, `${baseUrl}/kiosk/announcements`)
  await page.getByLabel('Message', { exact: true }).fill('Goals have a screen of their own.')
  await page.getByLabel('Link text').fill('See goals')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Goals have a screen of their own.')
  await page.getByRole('textbox', { name: /URL/ }).fill('javascript:alert(1)')
  await page.getByLabel('Reason').first().fill('Goals were released.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(
    page.getByText('Use a URL like https://shop.com or a path like /goals.'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: /URL/ }).fill('/goals')
  await expect(preview.getByRole('link', { name: 'See goals' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('rowheader', { name: /Goals have a screen/ })).toBeVisible()
  await expectSound(page)

  const merchants = await browser.newContext()
  const merchant = await merchants.newPage()
  await logIn(merchant, baseUrl, 'linen@linen.example')
  await merchant.getByRole('button', { name: 'Announcements, 1 unread' }).first().click()
  await expect(merchant.getByText('Goals have a screen of their own.').first()).toBeVisible()
  await expect(merchant.getByRole('link', { name: 'See goals' }).first()).toHaveAttribute(
    'href',
    '/goals',
  )
  await merchant.reload()
  await expect(
    merchant.getByRole('button', { name: 'Announcements', exact: true }).first(),
  ).toBeVisible()
  await merchants.close()
})
