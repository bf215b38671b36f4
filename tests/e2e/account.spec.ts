/** The account's screens by keyboard only: general, notifications, privacy; and the outbox. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { checkScreen } from './keyboard.ts'
import { password, startSession } from './account.ts'
import { turnOnTwoFactor } from './kiosk.ts'
import { expect, test } from './product-test.ts'

const email = 'owner@example.com'

const account = (...more: string[]) => [
  'create-account',
  ...['--email', email, '--password', password, '--site-url', 'https://shop.example'],
  ...more,
]

/** React has hydrated the page, so forms are submitted without leaving it. */
async function isAlive(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator('main form')
        .first()
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
}

/** Opens an account screen and waits until it is hydrated. */
async function open(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await isAlive(page)
}

const sentenceOnPage = (page: Page, sentence: string) =>
  page.getByText(sentence, { exact: true }).first()

test('a person changes picture, name, phone and password without a mouse', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  await product.cli(...account())
  await startSession(page, product.baseUrl, email)
  await open(page, `${product.baseUrl}/account/general`, 'Profile')
  const row = (label: string) => page.locator('.account-row > summary', { hasText: label })
  const unfold = (label: string) => row(label).press('Enter')

  const drawn = sharp({
    create: { width: 300, height: 200, channels: 3, background: '#8a3ffc' },
  })
  await unfold('Photo')
  await page.getByLabel('Upload a photo').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await drawn.png().toBuffer(),
  })
  await page.getByRole('button', { name: 'Save photo' }).press('Enter')
  await expect(sentenceOnPage(page, 'Photo saved')).toBeVisible()
  const picture = row('Photo').locator('img')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('srcset', /density=1 1x, .*density=2 2x$/)

  // A saved part closes, and the focus stays at its line.
  await expect(page.getByLabel('Upload a photo')).toBeHidden()
  await expect(row('Photo')).toBeFocused()

  await unfold('Phone')
  await page.getByLabel('Country').focus()
  await page.keyboard.type('Germany')
  await page.getByLabel('Phone number').fill('12')
  await page.getByLabel('Phone number').press('Enter')
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Phone number')).toHaveValue('12')
  await page.getByLabel('Phone number').fill('0151 12345678')
  await page.getByLabel('Phone number').press('Enter')
  await expect(sentenceOnPage(page, 'Phone number saved')).toBeVisible()

  await unfold('Password')
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('a longer horse battery')
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByLabel('Current password')).toBeFocused()
  // A refused form keeps no password.
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('a longer horse battery')
  await page.getByLabel('New password').press('Enter')
  await expect(sentenceOnPage(page, 'Password changed')).toBeVisible()
  await expect(row('Password')).toBeFocused()

  await open(page, `${product.baseUrl}/account/general`, 'Profile')
  await expect(row('Phone')).toContainText('+49 1511 2345678')
  await page.getByLabel('Color theme').selectOption('dark')
  await expect(page.getByText('Saved in this browser.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Color theme')).toHaveValue('dark')
  // One language is no choice.
  await expect(page.getByLabel('Dashboard language')).toHaveCount(0)
  await checkScreen(page)
  for (const label of ['Photo', 'Email', 'Password', 'Phone']) await unfold(label)
  await checkScreen(page)
  await page.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(sentenceOnPage(page, 'Photo removed')).toBeVisible()
  await expect(picture).toHaveCount(0)
  await expect(row('Photo')).toBeFocused()
})

test('a person chooses emails, downloads their data and leaves, without a mouse', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  await product.cli(...account())
  await startSession(page, product.baseUrl, email)

  await open(page, `${product.baseUrl}/account/notifications`, 'Optional emails')
  await checkScreen(page)
  await page.getByLabel('90% of the monthly plan limit is used').press('Space')
  await page.getByRole('button', { name: 'Save preferences' }).press('Enter')
  await expect(sentenceOnPage(page, 'Email preferences saved')).toBeVisible()
  await open(page, `${product.baseUrl}/account/notifications`, 'Optional emails')
  await expect(page.getByLabel('90% of the monthly plan limit is used')).not.toBeChecked()
  await expect(page.getByLabel('70% of the monthly plan limit is used')).toBeChecked()

  await open(page, `${product.baseUrl}/account/privacy`, 'Your data')
  await expect(page.getByText('Transfer or delete them first:')).toBeVisible()
  await checkScreen(page)
  const reloads: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'GET' && sent.url().endsWith('.data')) reloads.push(sent.url())
  })
  await page.getByLabel('Your password').fill('wrong')
  await page.getByLabel('Your password').press('Enter')
  await expect(page.getByText('That’s not your current password.')).toBeVisible()
  expect(reloads).toEqual([])
  await page.getByLabel('Your password').fill(password)
  const download = page.waitForEvent('download')
  await page.getByLabel('Your password').press('Enter')
  const file = await (await download).path()
  const exported = JSON.parse(readFileSync(file, 'utf8')) as { account: { email: string }[] }
  expect(exported.account).toMatchObject([{ email }])
})

test('an account without an organization is deleted, and no one can log in with it', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  const made = await product.cli(...account())
  await product.cli('erase', '--kind', 'team', '--subject', String(made['team']))
  await page.goto(`${product.baseUrl}/auth/login?to=/account/privacy`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await isAlive(page)
  await checkScreen(page)

  const form = page.locator('form').filter({ hasText: 'Delete my account' })
  await form.getByLabel('Type your email address to confirm').fill(email)
  await form.getByLabel('Your password').fill(password)
  await form.getByRole('button', { name: 'Delete my account' }).press('Enter')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')

  await expect(page.getByText('These credentials do not match our records.')).toBeVisible()
})

test('staff of a product without an SMTP server read the emails, without a mouse', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  await product.cli(...account('--admin'))
  await page.goto(`${product.baseUrl}/auth/forgot`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('/settings/outbox')).toBeVisible()
  await startSession(page, product.baseUrl, email)
  await page.goto(`${product.baseUrl}/settings/outbox`)
  await expect(page.getByText('Turn on two-factor login to use the kiosk.')).toBeVisible()
  await turnOnTwoFactor(page, product.baseUrl)

  const mail = page.getByRole('link', { name: 'Reset your password' })
  // The queue polls every two seconds, and the page doesn't wait for it.
  await expect(async () => {
    await page.goto(`${product.baseUrl}/settings/outbox`)
    await expect(mail).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await checkScreen(page)
  await mail.press('Enter')
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('link', { name: /\/auth\/reset\// }).focus()
  await page.getByRole('link', { name: 'Back to outbox' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
})
