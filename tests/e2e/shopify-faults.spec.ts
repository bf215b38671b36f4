/** The page explains errors in the admin's frame and features that the plan doesn't include. */
import { expect } from 'playwright/test'
import { openApp } from './demo-install.ts'
import { test } from './store-test.ts'

test('an error is at its field and stays, and options of other plans name the plan', async ({
  page,
  store: { product },
}) => {
  const frame = await openApp(page, product)
  await page.locator('#app-nav').getByRole('link', { name: 'Site settings' }).click()
  const name = frame.getByLabel('Name', { exact: true })
  await name.fill('')
  await page.locator('#save-bar').getByRole('button', { name: 'Save' }).click()

  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/^Enter a name for the site\./)
  await expect(page.locator('#toasts li')).toHaveCount(0)
  await expect(page.locator('#save-bar')).toBeVisible()

  await page.locator('#save-bar').getByRole('button', { name: 'Discard' }).click()
  await frame.getByRole('link', { name: 'Appearance' }).click()
  await expect(frame.getByText(/ plan and up$/).first()).toBeVisible()
  await expect(frame.getByLabel('On popups', { exact: true })).toBeDisabled()
})
