/** An account of the test's own, and its browser inside the product. */
import { expect, type Page } from 'playwright/test'
import type { ProductServer } from '../support/product-server.ts'

export const password = 'correct horse battery'

/** With an organization and a site, by the command line. */
export const createAccount = (product: ProductServer, email: string, ...options: string[]) =>
  product.cli(
    ...['create-account', '--email', email, '--password', password],
    ...['--site-url', `https://${email.slice(0, email.indexOf('@'))}.example`, ...options],
  )

export async function logInByForm(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(`${baseUrl}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await comeAlive(page)
}

/** Goes to one of the screens of people who are logged in, and waits until its buttons work. */
export async function visitScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await comeAlive(page)
}

/** The shell asks for the settings once it is alive; they stand on the window then. */
const comeAlive = (page: Page) => page.waitForFunction(() => 'Spark' in window)
