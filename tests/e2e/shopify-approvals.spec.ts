/** A merchant connects Etsy from within the shop's admin: the approval is a page outside of its frame. */
import { startEtsyServer } from '#workshop/doubles/shops/etsy-server.ts'
import { startProductServer } from '../support/product-server.ts'
import { adminOf, blockStorage, install } from './demo-install.ts'
import { expect, test } from './product-test.ts'

test('declined first, then approved, and both times the merchant is back in the admin', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const etsy = await startEtsyServer(() => new Date())
  const product = await startProductServer({
    demo: true,
    environment: {
      INTEGRATION_ORIGINS: `https://www.etsy.com=${etsy.url},https://api.etsy.com=${etsy.url}`,
      ETSY_CLIENT_ID: etsy.app.id,
      ETSY_CLIENT_SECRET: etsy.app.secret,
    },
  })
  try {
    etsy.desk.registered.add(`${product.baseUrl}/integrations/etsy/callback`)
    etsy.placeOrder()
    await blockStorage(page)
    const admin = await adminOf(product)
    const frame = await install(page, product)

    await page.goto(`${admin}/apps/footfall/integrations/etsy`)
    await frame.getByRole('button', { name: 'Continue to Etsy' }).click()
    // At the top: the double's page replaces the admin.
    await expect(page.getByText('Footfall would like to read your shop')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(frame.getByText('the approval was declined')).toBeVisible()

    await page.goto(`${admin}/apps/footfall/integrations/etsy`)
    await frame.getByRole('button', { name: 'Continue to Etsy' }).click()
    await page.getByRole('button', { name: 'Grant access' }).click()
    await expect(frame.getByText('Etsy connected.')).toBeVisible()
    expect(page.url()).toContain('/apps/footfall/')
    await expect(frame.getByText(/Jane.*Oak tray/).first()).toBeVisible()
  } finally {
    await product.remove()
    await etsy.stop()
  }
})
