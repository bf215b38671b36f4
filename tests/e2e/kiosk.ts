/** A member of staff in the kiosk. */
import { expect, type Page } from 'playwright/test'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import { password, visitScreen } from './account.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { findViolations } from './violations.ts'

const part = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

/** axe finds nothing, and at 320 pixels nothing leaves its place. */
export async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page.mainFrame())).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(findLayoutFaults)).toEqual([])
  if (size) await page.setViewportSize(size)
}

/**
 * The kiosk lets in who gave a code within the last two hours, as the setup asks for one.
 *
 * @returns the seed of the app's codes
 */
export async function turnOnTwoFactor(page: Page, baseUrl: string): Promise<{ seed: string }> {
  await visitScreen(page, `${baseUrl}/account/security`)
  await page.getByRole('link', { name: 'Set up an authenticator app' }).click()
  // The screen before it has fields with the same label.
  await expect(part(page, 'Set up an authenticator app')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(part(page, 'Scan this QR code with your app')).toBeVisible()
  const seed = await page.locator('code').innerText()
  const step = Math.floor(Date.now() / 30_000)
  await page.getByLabel('6-digit code from your app').fill(codeOfStep(seed, step))
  await page.keyboard.press('Enter')
  await expect(part(page, 'Save your recovery codes')).toBeVisible()
  return { seed }
}
