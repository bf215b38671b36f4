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

/** Installs the app. Its first screen is home. */
export async function install(page: Page, product: ProductServer) {
  await page.goto(await adminOf(product))
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

async function homeIn(page: Page) {
  const frame = page.frameLocator('iframe.app-frame')
  await expect(frame.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached()
  return frame
}
