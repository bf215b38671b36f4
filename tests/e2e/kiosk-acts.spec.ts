/** Staff confirm who they are in place. */
import type { Page } from 'playwright/test'
import { sessions } from '#app/db/schema/index.ts'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import type { ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { expectSound, turnOnTwoFactor } from './kiosk.ts'
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
