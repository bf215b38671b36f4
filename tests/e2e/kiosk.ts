/** A member of staff in the kiosk. */
import { eq } from 'drizzle-orm'
import { expect, type Page } from 'playwright/test'
import { openDatabase } from '#app/db/open.server.ts'
import { sessions, twoFactors, users } from '#app/db/schema/index.ts'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import type { ProductServer } from '../support/product-server.ts'
import { password, startSession, visitScreen } from './account.ts'
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

/** Logs in staff whom the kiosk lets in. Opens no screen. */
export async function enterKiosk(page: Page, product: ProductServer, email: string): Promise<void> {
  await startSession(page, product.baseUrl, email)
  await giveSecondFactor(product, email)
}

/** Gives the person and their session a second factor. Its setup and use are tested elsewhere. */
export async function giveSecondFactor({ dataDir }: ProductServer, email: string): Promise<void> {
  const { db, close } = await openDatabase({
    url: undefined,
    dataDir,
    address: '',
    joinRunning: true,
  })
  const at = new Date()
  const [person] = await db.system.select().from(users).where(eq(users.email, email))
  if (!person) throw new Error(`There is no ${email}.`)
  await db.system
    .insert(twoFactors)
    .values({ userId: person.id, method: 'phone', confirmedAt: at, createdAt: at })
  await db.system.update(sessions).set({ secondFactorAt: at }).where(eq(sessions.userId, person.id))
  await close()
}
