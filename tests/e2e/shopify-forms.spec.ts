/** Forms that create something, in the demo store's admin. */
import { expect } from 'playwright/test'
import { adminOf, blockStorage, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

const forms: [path: string, field: string][] = [
  ['/goals/new', 'Name'],
  ['/sites/new', 'Site name'],
  ['/support', 'Subject'],
  ['/account/api-tokens', 'Name'],
  ['/site-settings/webhooks', 'URL'],
  ['/settings/teams', 'Organization name'],
]

test('a form that creates something has the save bar, and asks before it is left', async ({
  page,
  store: { product },
}) => {
  test.slow()
  const frame = await openApp(page, product)
  const home = page.url().replace(/\/+$/, '')
  const saveBar = page.locator('#save-bar')
  const leave = () => page.locator('#app-nav').getByRole('link', { name: 'Statistics' }).click()
  const entry = page.locator('#app-nav').getByRole('link', { name: 'Organization' })
  const team = (await entry.getAttribute('href'))?.replace(/^.*\/apps\/[^/]+/, '') ?? ''

  for (const [path, label] of [...forms, [`${team}/members`, 'Email'] as const]) {
    await test.step(path, async () => {
      await page.goto(home + path)
      const field = frame.getByLabel(label, { exact: true }).first()
      await expect(field).toBeAttached()
      if (!(await field.isVisible())) await frame.locator('summary').first().click()
      await expect(saveBar).toBeHidden()
      const before = await field.inputValue()

      await field.fill('Typed for an hour')
      await expect(saveBar).toBeVisible()
      await leave()
      await page.getByRole('dialog').getByRole('button').first().click()
      await expect(field).toHaveValue('Typed for an hour')

      await field.fill(before)
      await expect(saveBar).toBeHidden()
      await field.fill('Typed again')
      await saveBar.getByRole('button', { name: 'Discard' }).click()
      await expect(field).toHaveValue(before)
      await expect(saveBar).toBeHidden()
    })
  }

  await test.step('a new goal asks nothing', async () => {
    await page.goto(`${home}/goals/new`)
    await frame.getByLabel('Name', { exact: true }).fill('Newsletter read')
    await frame.getByLabel('Goal type').selectOption('order')
    await saveBar.getByRole('button', { name: 'Save' }).click()
    await expect(frame.getByText('Goal created.')).toBeVisible()
    await expect(saveBar).toBeHidden()
    await leave()
    await expect(page.locator('#app-title')).toHaveText('Statistics')
  })
})

for (const isBlocked of [false, true]) {
  const storage = isBlocked ? 'blocked' : 'allowed'
  test(`a token that expires in a form costs nothing that was typed, storage ${storage}`, async ({
    page,
    store: { product },
  }) => {
    if (isBlocked) await blockStorage(page)
    const frame = await openApp(page, product)
    await page.goto(`${page.url().replace(/\/+$/, '')}/goals/new`)
    await frame.getByLabel('Goal type').selectOption('js')
    await frame.getByLabel('Name', { exact: true }).fill(`Typed for long, ${storage}`)

    const testing = `${await adminOf(product)}/testing`
    // The form meets it, or one of the screen's requests does before.
    const expired = await page.request.post(testing, {
      form: { action: 'expire' },
      headers: { Origin: new URL(testing).origin },
    })
    expect(await expired.text()).toContain('has expired')
    await page.locator('#save-bar').getByRole('button', { name: 'Save' }).click()

    await expect(frame.getByText('Goal created.')).toBeVisible()
    await expect(page.locator('#app-title')).toHaveText(`Typed for long, ${storage}`)
  })
}
