/** The outline that shows while a screen loads slowly. */
import { pressControl } from './keyboard.ts'
import { logIn, createAccount } from './account.ts'
import { expect, test } from './product-test.ts'

test('a late screen is outlined where it will appear', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await logIn(page, product.baseUrl, 'owner@example.com')
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const outline = page.locator('.late')
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

  await page.route(/\/goals\.data/, async (route) => {
    await held
    await route.continue()
  })
  await pressControl(page, page.getByRole('link', { name: 'Goals', exact: true }))
  await expect(page.getByText('Loading…')).toBeAttached()
  await expect(outline).toBeVisible()
  await expect(heading('Home')).toBeHidden()
  const lit = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]:visible')
  await expect(lit).toHaveText(['Goals'])
  const before = await page.locator('.late .screen-head__title').boundingBox()
  await page.setViewportSize({ width: 320, height: 720 })
  const overrun = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overrun).toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  letGo()
  await expect(heading('Goals')).toBeVisible()
  await expect(outline).toHaveCount(0)
  const after = await heading('Goals').boundingBox()
  expect({ x: after?.x, y: after?.y }).toEqual({ x: before?.x, y: before?.y })
})
