/** `npm run dev` serves the same product. */
import { startProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { pressControl, tabTo } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test('in development, too, a screen without a connection stays with what was typed', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const product = await startProductServer({ isDevelopment: true })
  try {
    await createAccount(product, 'owner@example.com')
    await logIn(page, product.baseUrl, 'owner@example.com')
    await visitScreen(page, `${product.baseUrl}/support`)
    const subject = page.getByLabel('Subject')
    await tabTo(page, subject)
    await page.keyboard.type('A nudge')
    const toasts = page.getByRole('listitem').filter({ hasText: 'Failed to fetch' })

    await context.setOffline(true)
    // Keyboard focus keeps toasts open.
    await page.keyboard.press('F8')
    await pressControl(page, page.getByRole('link', { name: 'Goals' }))
    await expect(toasts).toHaveCount(1)
    await expect(page).toHaveURL(/\/support$/)
    await expect(subject).toHaveValue('A nudge')
    await context.setOffline(false)
    await pressControl(page, page.getByRole('link', { name: 'Goals' }))

    await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
  } finally {
    await product.remove()
  }
})
