/** A separate account for the test, logged in in the browser. */
import { expect, type Page } from 'playwright/test'
import type { ProductServer } from '../support/product-server.ts'

export const password = 'correct horse battery'

/** With an organization and a site, created by the command line. */
export const createAccount = (product: ProductServer, email: string, ...options: string[]) =>
  product.cli(
    ...['create-account', '--email', email, '--password', password],
    ...['--site-url', `https://${email.slice(0, email.indexOf('@'))}.example`, ...options],
  )

/** Without the login's screen, which has tests of its own. Opens the screen with this path. */
export async function logIn(page: Page, baseUrl: string, email: string, path = '/'): Promise<void> {
  await startSession(page, baseUrl, email)
  await visitScreen(page, baseUrl + path)
  if (path !== '/') return
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
}

/** The login alone: no screen is open after it. */
export async function startSession(page: Page, baseUrl: string, email: string): Promise<void> {
  const answer = await page.request.post(`${baseUrl}/auth/login`, {
    form: { email, password },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
}

/** Opens a screen for logged-in people and waits until its buttons work. */
export async function visitScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await comeAlive(page)
}

/** The shell loads the settings after hydration and stores them on the window. */
const comeAlive = (page: Page) => page.waitForFunction(() => 'Spark' in window)
