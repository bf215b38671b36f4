/** Features that only a shop's admin has: its theme's blocks, and access to customers. */
import { expect } from 'playwright/test'
import { adminOf, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

test('screens say what the theme has, and follow it', async ({
  page,
  context,
  store: { product },
}) => {
  const entry = (name: string) => page.locator('#app-nav').getByRole('link', { name })
  const frame = await openApp(page, product)
  await entry('Pixel').click()
  await expect(frame.getByText('Off in your theme')).toBeVisible()
  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'Open theme editor' }).click()
  const theme = await opened
  await theme.getByRole('button', { name: /^Switch on/ }).click()
  await expect(frame.getByText('On in your theme')).toBeVisible()

  await entry('Inline nudges').click()
  await frame.getByRole('link', { name: 'Browse library' }).click()
  await frame.getByRole('button', { name: /Stock level$/ }).click()
  await frame.getByRole('link', { name: /^Where/ }).click()
  await expect(frame.getByLabel('CSS selector')).toHaveValue('[data-footfall-place="stock_level"]')
  await expect(frame.getByText('Off in your theme')).toBeVisible()
  const block = frame.getByRole('link', { name: 'Add block in theme editor' })
  const editor = context.waitForEvent('page')
  await block.click()
  await (await editor).getByRole('button', { name: /^Add .*stock level/i }).click()
  await expect(frame.getByText('On in your theme')).toBeVisible()
})

test('a merchant allows access to customers, and the next one is a sign-up', async ({
  page,
  store: { product },
}) => {
  const admin = await adminOf(product)
  const frame = await openApp(page, product)
  await page.locator('#app-nav').getByRole('link', { name: 'Data feeds' }).click()
  await frame.getByRole('link', { name: 'Sign-ups' }).click()
  const ask = frame.getByRole('button', { name: 'Allow access to customers' })
  await ask.click()
  await page.getByRole('button', { name: 'Don’t allow', exact: true }).click()
  await expect(frame.getByText('Access was declined')).toBeVisible()
  await ask.click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(ask).toHaveCount(0)

  await page.goto(`${admin}/customers`)
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Email').fill('noor@example.com')
  await page.getByRole('button', { name: 'Create customer' }).click()
  // The webhook is on its way.
  await expect(async () => {
    await page.goto(`${admin}/apps/footfall/data-feeds/signups`)
    await expect(frame.getByText(/^Noor/).first()).toBeVisible({ timeout: 3_000 })
  }).toPass()
})
