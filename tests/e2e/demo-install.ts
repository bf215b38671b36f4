/** The product in the demo store's admin, as a merchant finds it. */
import { expect, type Page } from 'playwright/test'
import type { ProductServer } from '../support/product-server.ts'

/** URL of the demo store's admin. The product starts the store next to itself. */
export async function adminOf(product: ProductServer): Promise<string> {
  const read = () => /Demo admin +(\S+)/.exec(product.output())?.[1] ?? null
  await expect.poll(read).not.toBeNull()
  return read() ?? ''
}

/** As browsers do in frames of other sites once third-party storage is blocked. */
export const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    if (window === window.top) return
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })

/** Installs the app. Its first screen is home. @param admin absent: the first shop's */
export async function install(page: Page, product: ProductServer, admin?: string) {
  await page.goto(admin ?? (await adminOf(product)))
  await page.getByRole('link', { name: 'Apps' }).first().click()
  await page.getByRole('link', { name: 'Install app' }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  return homeIn(page)
}

/** Opens the app, which the first test of a store installs. */
export async function openApp(page: Page, product: ProductServer) {
  await page.goto(`${await adminOf(product)}/apps`)
  const app = page.getByRole('link', { name: 'Open app' })
  if (!(await app.isVisible())) return install(page, product)
  await app.click()
  return homeIn(page)
}

/** The app's frame, which shows home. */
export async function homeIn(page: Page) {
  const frame = page.frameLocator('iframe.app-frame')
  await expect(frame.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached()
  return frame
}

/** Places an order in a shop of the demo store. @param store URL of its storefront */
export async function order(page: Page, store: string, firstName: string) {
  await page.goto(store)
  await page.locator('.grid a').first().click()
  await checkOut(page, firstName)
}

/** From a product's page on. */
export async function checkOut(page: Page, firstName: string) {
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('button', { name: 'Check out' }).click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Country').selectOption('PT')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank')
}
