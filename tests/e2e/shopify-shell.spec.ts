/** The product in the demo store's admin, which draws navigation, title, save bar and toasts. */
import { expect } from 'playwright/test'
import { blockStorage, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

for (const isBlocked of [false, true]) {
  // The shop keeps the name that another test saved.
  const renamed = `Linen, storage ${isBlocked ? 'blocked' : 'allowed'}`
  test(`the admin is around the screens, storage ${isBlocked ? 'blocked' : 'allowed'}`, async ({
    page,
    store: { product },
  }) => {
    test.slow()
    const errors: string[] = []
    page.on('pageerror', ({ name, message }) => {
      // The router's first script tries storage before any of ours runs, and goes on without.
      if (!isBlocked || name !== 'SecurityError') errors.push(message)
    })
    const title = page.locator('#app-title')
    const saveBar = page.locator('#save-bar')
    const entry = (name: string) => page.locator('#app-nav').getByRole('link', { name })
    if (isBlocked) await blockStorage(page)
    const frame = await openApp(page, product)
    await expect(title).toHaveText('Home')
    await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(frame.getByRole('button', { name: 'Log out' })).toHaveCount(0)

    await entry('Site settings').click()
    await expect(title).toHaveText('Site settings')
    const name = frame.getByLabel('Name', { exact: true })
    await name.fill(renamed)
    await expect(saveBar).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

    // A link of the screen asks, and so does the admin's navigation: once each.
    await frame.getByRole('link', { name: 'Appearance' }).click()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(name).toHaveValue(renamed)
    await entry('Goals').click()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(name).toHaveValue(renamed)

    await saveBar.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('#toasts')).toContainText('saved')
    await expect(saveBar).toBeHidden()

    await name.fill('Something else')
    await saveBar.getByRole('button', { name: 'Discard' }).click()
    await expect(name).toHaveValue(renamed)

    await name.fill('Left behind')
    await entry('Goals').click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(title).toHaveText('Goals')
    await expect(saveBar).toBeHidden()
    // It is remembered a moment after it was opened.
    const remembered = () =>
      frame.locator('body').evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    if (!isBlocked) await expect.poll(remembered).toContain('/goals')

    await page.reload()
    await expect(title).toHaveText('Goals')
    await expect(frame.getByRole('heading', { level: 1, name: 'Goals' })).toBeAttached()

    await frame.locator('body').evaluate(() => {
      location.reload()
    })
    await expect(frame.getByRole('heading', { level: 1, name: 'Goals' })).toBeAttached()

    // The admin opens the app at its root. The last page follows, where it could be remembered.
    const goals = new URL(page.url())
    await page.goto(goals.href.slice(0, goals.href.lastIndexOf('/goals')))
    const last = isBlocked ? 'Home' : 'Goals'
    await expect(frame.getByRole('heading', { level: 1, name: last })).toBeAttached()
    await expect(title).toHaveText(last)

    expect(errors).toEqual([])
  })
}
