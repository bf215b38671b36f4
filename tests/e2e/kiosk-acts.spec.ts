/** Staff confirm who they are in place, and suspend an organization whose owner reads why. */
import type { Page } from 'playwright/test'
import { sessions } from '#app/db/schema/index.ts'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import type { ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { enterKiosk, expectSound, turnOnTwoFactor } from './kiosk.ts'
import { expect, test } from './product-test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** As if the code had been given three hours ago. */
async function ageFactors({ dataDir }: ProductServer): Promise<void> {
  const { db, close } = await openDatabase({
    url: undefined,
    dataDir,
    address: '',
    joinRunning: true,
  })
  try {
    const before = new Date(Date.now() - 3 * 3_600_000)
    await db.system.update(sessions).set({ secondFactorAt: before })
  } finally {
    await close()
  }
}

test('staff whose code is old enter one on the page they opened, and are there', async ({
  page,
  product,
}) => {
  const { baseUrl } = product
  await createAccount(product, 'staff@footfall.example', '--admin')
  await logIn(page, baseUrl, 'staff@footfall.example')
  const { seed } = await turnOnTwoFactor(page, baseUrl)
  await ageFactors(product)

  await visitScreen(page, `${baseUrl}/kiosk/audit`)
  await expect(page.getByText('Confirm it’s you: enter a fresh code.')).toBeVisible()
  await expectSound(page)
  // The code of the setup was used.
  const step = Math.floor(Date.now() / 30_000) + 1
  await page.getByRole('textbox').fill(codeOfStep(seed, step))
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Audit log')).toBeVisible()
  await expect(page).toHaveURL(`${baseUrl}/kiosk/audit`)
})

test('an organization is suspended, its owner reads why, and it is lifted', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { baseUrl } = product
  await createAccount(product, 'linen@linen.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  await enterKiosk(page, product, 'staff@footfall.example')

  await visitScreen(page, `${baseUrl}/kiosk/teams?q=linen@linen.example`)
  await page.locator('a[href^="/kiosk/teams/"]').first().click()
  await page.getByRole('link', { name: 'Suspend organization' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The organization pays for no plan.')).toBeVisible()
  await page.getByLabel('Message to the user').fill('Your nudges break our terms.')
  await page.getByRole('button', { name: 'Suspend organization' }).click()
  await expect(
    page.getByText('Enter a reason of at least 5 characters. It’s kept on record.'),
  ).toBeVisible()
  await page.getByLabel('Reason').fill('Reported by a visitor.')
  await page.getByRole('button', { name: 'Suspend organization' }).click()
  await expect(page.getByRole('link', { name: 'Lift suspension' })).toBeVisible()
  await expect(page.getByText('suspended the organization.')).toBeVisible()
  await expectSound(page)

  const merchants = await browser.newContext()
  const merchant = await merchants.newPage()
  await logIn(merchant, baseUrl, 'linen@linen.example')
  await expect(merchant.getByText('is suspended. Visitors don’t see nudges')).toBeVisible()
  await expect(merchant.getByText('Your nudges break our terms.')).toBeVisible()
  await expectSound(merchant)
  await merchant.getByRole('link', { name: 'Contact support' }).click()
  await expect(heading(merchant, 'Support')).toBeVisible()

  await page.getByRole('link', { name: 'Lift suspension' }).click()
  await page.getByLabel('Reason').fill('They changed their nudges.')
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(page.getByText('lifted the organization’s suspension.')).toBeVisible()
  await merchant.reload()
  await expect(heading(merchant, 'Support')).toBeVisible()
  await expect(merchant.getByText('is suspended.')).toHaveCount(0)
  await merchants.close()
})
