/** The content policy on trial in the demo store's admin: what a browser sends, and what is left of it. */
import { expect } from 'playwright/test'
import { startProductServer } from '../support/product-server.ts'
import { install } from './demo-install.ts'
import { test } from './product-test.ts'

test('on trial, screens break no rule, and what does is let through and reported', async ({
  page,
}) => {
  test.slow()
  const product = await startProductServer({
    demo: true,
    environment: { SHOPIFY_CONTENT_POLICY: 'report' },
  })
  try {
    const frame = await install(page, product)
    for (const name of ['Goals', 'Statistics', 'Billing', 'Site settings']) {
      await page.locator('#app-nav').getByRole('link', { name, exact: true }).click()
      await expect(page.locator('#app-title')).toHaveText(name)
    }
    await page.reload()
    await expect(frame.getByRole('heading', { level: 1 })).toBeAttached()

    const elsewhere = 'http://elsewhere.localhost:9'
    const asked = page.waitForRequest((request) => request.url().startsWith(elsewhere))
    await frame.locator('body').evaluate(async (_body, address) => {
      await fetch(`${address}/secret`, { mode: 'no-cors' }).catch(() => null)
    }, elsewhere)
    await asked

    // Reports arrive in order, so one of the screens would be here as well.
    const broken = () =>
      product
        .output()
        .split('\n')
        .filter((line) => line.includes('was broken'))
    await expect.poll(broken).toHaveLength(1)
    expect(broken()[0]).toContain(elsewhere)
    expect(broken()[0]).toContain('connect-src')
    expect(broken()[0]).not.toContain('secret')
  } finally {
    await product.remove()
  }
})
