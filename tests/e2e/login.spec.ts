/** Registration, verification, a forgotten password and other browsers, by keyboard only. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { readMail } from '#app/emails/read-email.ts'
import type { ProductServer } from '../support/product-server.ts'
import { checkScreen, pressControl, tabTo, typeInto } from './keyboard.ts'
import { expect, test } from './product-test.ts'

const email = 'mira@shop.example'
const first = 'correct horse battery'
const second = 'a better horse battery'

test.setTimeout(300_000)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Without SMTP_URL every email is a file. */
async function readLink({ dataDir, baseUrl }: ProductServer, begin: string): Promise<string> {
  let found: string | undefined
  await expect(() => {
    const folder = path.join(dataDir, 'outbox')
    const texts = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')).text)
    found = texts
      .flatMap((text) => text.match(/https?:\S+/g) ?? [])
      .find((one) => one.includes(begin))
    expect(found).toBeDefined()
  }).toPass({ timeout: 60_000 })
  expect(found?.startsWith(baseUrl)).toBe(true)
  return found ?? ''
}

/** @param wanted heading of the screen after a correct password */
async function logIn(page: Page, password: string, wanted: string): Promise<void> {
  await expect(heading(page, 'Log in')).toBeVisible()
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(heading(page, wanted)).toBeVisible()
}

test('a person registers, proves the address, forgets the password, and logs other browsers out', async ({
  page,
  browser,
  product,
}) => {
  const { baseUrl } = product
  await page.goto(`${baseUrl}/auth/register`)
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Mira')
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), first)
  await tabTo(page, page.getByLabel('I accept the terms of service'))
  await page.keyboard.press('Space')
  await pressControl(page, button(page, 'Create account'))
  await expect(page).toHaveURL(/\/onboarding/)

  await page.goto(await readLink(product, '/auth/verify?'))
  await expect(heading(page, 'Confirm your email address')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Confirm email address'))
  await expect(heading(page, 'Email address confirmed')).toBeVisible()
  await checkScreen(page)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${baseUrl}/auth/login`)
  await pressControl(elsewhere, elsewhere.getByRole('link', { name: 'Forgot your password?' }))
  await expect(heading(elsewhere, 'Reset your password')).toBeVisible()
  await checkScreen(elsewhere)
  await typeInto(elsewhere, elsewhere.getByLabel('Email'), email)
  await pressControl(elsewhere, button(elsewhere, 'Send reset link'))
  await expect(heading(elsewhere, 'Check your email')).toBeVisible()
  await checkScreen(elsewhere)

  const link = await readLink(product, '/auth/reset/')
  await elsewhere.goto(link)
  await expect(heading(elsewhere, 'New password')).toBeVisible()
  await checkScreen(elsewhere)
  await typeInto(elsewhere, elsewhere.getByLabel('New password', { exact: true }), second)
  await pressControl(elsewhere, button(elsewhere, 'Set password'))
  await expect(heading(elsewhere, 'Log in')).toBeVisible()
  await elsewhere.goto(link)
  await expect(heading(elsewhere, 'This link has expired')).toBeVisible()
  await checkScreen(elsewhere)

  await page.goto(`${baseUrl}/account/devices`)
  await logIn(page, second, 'Account')
  await elsewhere.goto(`${baseUrl}/account/devices`)
  await logIn(elsewhere, second, 'Account')
  await checkScreen(elsewhere)
  await pressControl(elsewhere, button(elsewhere, 'Log out all other sessions'))
  await expect(button(elsewhere, 'Log out all other sessions')).toBeHidden()
  await page.goto(`${baseUrl}/account/devices`)
  await expect(heading(page, 'Log in')).toBeVisible()
  await elsewhere.context().close()
})
