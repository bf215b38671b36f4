/** Form parts that the admin draws: dialogs, a screen's main action, one save bar for all forms. */
import type { FrameLocator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { openApp } from './demo-install.ts'
import { test as base } from './store-test.ts'

const test = base.extend<{ frame: FrameLocator }>({
  frame: async ({ page, store: { product } }, use) => {
    await use(await openApp(page, product))
  },
})

const title = (page: Page) => page.locator('#app-title')
const saveBar = (page: Page) => page.locator('#save-bar')
const openPhone = (frame: FrameLocator) => frame.getByText('Phone', { exact: true }).click()
const entry = (page: Page, name: string) => page.locator('#app-nav').getByRole('link', { name })

test('a goal is added by the admin’s button, and deleted in the admin’s dialog', async ({
  page,
  frame,
}) => {
  test.slow()
  const add = page.locator('#app-actions').getByRole('button', { name: 'Add goal' })
  await entry(page, 'Goals').click()
  await frame.getByRole('link', { name: 'Start from scratch' }).click()
  await frame.getByLabel('Name', { exact: true }).fill('Newsletter')
  await frame.getByRole('button', { name: 'Create goal' }).click()
  await expect(title(page)).toHaveText('Newsletter')
  await entry(page, 'Goals').click()
  await expect(title(page)).toHaveText('Goals')
  await expect(frame.getByRole('link', { name: 'Add goal' })).toHaveCount(0)
  await add.click()
  await expect(frame.getByRole('button', { name: 'Create goal' })).toBeVisible()
  await expect(page.locator('#app-actions').getByRole('button')).toHaveCount(0)
  await entry(page, 'Goals').click()
  await frame.getByRole('link', { name: 'Newsletter', exact: true }).click()

  const dialog = frame.getByRole('dialog', { name: /Newsletter/ })
  await frame.getByRole('button', { name: 'Delete', exact: false }).click()
  await expect(dialog).toBeVisible()
  await expect(page.locator('body')).toHaveClass(/dimmed/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('body')).not.toHaveClass(/dimmed/)

  await frame.getByRole('button', { name: 'Delete', exact: false }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await frame.getByRole('button', { name: 'Delete', exact: false }).click()
  await dialog.getByRole('button', { name: /Delete/ }).click()
  await expect(title(page)).toHaveText('Goals')
  await expect(frame.getByRole('link', { name: 'Newsletter', exact: true })).toHaveCount(0)
})

test('two forms of a screen are saved and discarded together', async ({ page, frame }) => {
  test.slow()
  await entry(page, 'Account').click()
  await expect(title(page)).toHaveText('Account')
  const name = frame.getByLabel('Name', { exact: true })
  const phone = frame.getByLabel('Phone number')
  const stored = await name.inputValue()
  await expect(frame.getByRole('button', { name: 'Save name' })).toHaveCount(0)
  await openPhone(frame)

  await name.fill('Ada')
  await phone.fill('555 0100')
  await saveBar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(name).toHaveValue(stored)
  await expect(phone).toHaveValue('')
  await expect(saveBar(page)).toBeHidden()

  await name.fill('Ada')
  await phone.fill('212 555 0100')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(saveBar(page)).toBeHidden()
  await page.reload()
  await expect(frame.getByLabel('Name', { exact: true })).toHaveValue('Ada')
  await openPhone(frame)
  await expect(frame.getByLabel('Phone number')).not.toHaveValue('')
})
