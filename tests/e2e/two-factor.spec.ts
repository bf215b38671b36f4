/** Two-factor authentication and passkeys by keyboard only. */
import type { BrowserContext, Page } from 'playwright/test'
import { sessions } from '#app/db/schema/index.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { codeOfStep } from '#app/domain/accounts/two-factor/totp.server.ts'
import type { ProductServer } from '../support/product-server.ts'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { createAccount, password, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const email = 'owner@example.com'

/** Many screens, each checked at three widths. */
const patience = 360_000

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Submits email and password. The next step depends on the test. */
async function givePassword(page: Page, product: ProductServer): Promise<void> {
  await page.goto(`${product.baseUrl}/auth/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page): Promise<void> {
  await pressControl(page, page.getByRole('button', { name: /^Account: / }))
  await pressControl(page, page.getByRole('button', { name: 'Log out' }))
  await expect(heading(page, 'Log in')).toBeVisible()
}

async function openSecurity(page: Page, product: ProductServer): Promise<void> {
  await page.goto(`${product.baseUrl}/account/security`)
  await expect(heading(page, 'Passkeys')).toBeVisible()
}

/** The codes on the screen that shows them once. */
async function readKit(page: Page) {
  await expect(heading(page, 'Save your recovery codes')).toBeFocused()
  const [codes = '', emergencyToken = ''] = await page.locator('code').allInnerTexts()
  return { codes: codes.split('\n'), emergencyToken }
}

test('two-factor by app: set up, log in by code, by recovery code, by emergency token', async ({
  page,
  product,
}) => {
  test.setTimeout(patience)
  await createAccount(product, email)
  await givePassword(page, product)
  await expect(heading(page, 'Home')).toBeVisible()
  await openSecurity(page, product)
  await checkScreen(page)

  await pressControl(page, page.getByRole('link', { name: 'Set up an authenticator app' }))
  await expect(heading(page, 'Set up an authenticator app')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Scan this QR code with your app')).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await checkScreen(page)
  const seed = await page.locator('code').innerText()
  const step = Math.floor(Date.now() / 30_000)
  await typeInto(page, page.getByLabel('6-digit code from your app'), '12345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the 6-digit code.')).toBeVisible()
  await typeInto(page, page.getByLabel('6-digit code from your app'), codeOfStep(seed, step))
  await page.keyboard.press('Enter')
  const { codes, emergencyToken } = await readKit(page)
  expect(codes).toHaveLength(10)
  await checkScreen(page)
  await tabTo(page, page.getByRole('link', { name: 'Download codes and token' }))
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt')
  await pressControl(page, page.getByRole('link', { name: 'I’ve saved them' }))
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()
  await checkScreen(page)

  await logOut(page)
  await givePassword(page, product)
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await checkScreen(page)
  // The setup used this step's code. The next one is already valid.
  await typeInto(page, page.getByLabel('Code', { exact: true }), codeOfStep(seed, step + 1))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()

  await logOut(page)
  await givePassword(page, product)
  await pressControl(page, page.getByRole('link', { name: 'Use a recovery code' }))
  await expect(heading(page, 'Use a recovery code')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Recovery code'), codes[4] ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()

  await logOut(page)
  await givePassword(page, product)
  await pressControl(page, page.getByRole('link', { name: 'Use your emergency token' }))
  await expect(heading(page, 'Emergency token')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Emergency token'), 'not the token')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The emergency token is invalid.')).toBeVisible()
  await typeInto(page, page.getByLabel('Emergency token'), emergencyToken)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()
  await openSecurity(page, product)
  await expect(page.getByRole('link', { name: 'Set up an authenticator app' })).toBeVisible()
})

/** As if all codes so far had been entered hours ago. */
async function letProofsAge({ dataDir }: ProductServer): Promise<void> {
  const { db, close } = await openDatabase({
    url: undefined,
    dataDir,
    address: '',
    joinRunning: true,
  })
  await db.system.update(sessions).set({ secondFactorAt: new Date(Date.now() - 3 * 3_600_000) })
  await close()
}

test('a code that is too old is asked for in place, and nothing that was typed is lost', async ({
  page,
  product,
}) => {
  test.setTimeout(patience)
  await createAccount(product, email)
  await givePassword(page, product)
  await expect(heading(page, 'Home')).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/account/security/app`)
  await typeInto(page, page.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Scan this QR code with your app')).toBeFocused()
  const seed = await page.locator('code').innerText()
  const step = Math.floor(Date.now() / 30_000)
  await typeInto(page, page.getByLabel('6-digit code from your app'), codeOfStep(seed, step))
  await page.keyboard.press('Enter')
  const { codes } = await readKit(page)
  await letProofsAge(product)

  await visitScreen(page, `${product.baseUrl}/account/general`)
  await page.locator('.account-row > summary', { hasText: 'Email' }).press('Enter')
  const changing = page.locator('form', { hasText: 'New email address' })
  await typeInto(page, changing.getByLabel('New email address'), 'new@shop.example')
  await typeInto(page, changing.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Confirm it’s you', { exact: false })).toBeVisible()
  const code = changing.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await checkScreen(page)
  await typeInto(page, code, 'no code at all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await expect(changing.getByLabel('New email address')).toHaveValue('new@shop.example')
  await typeInto(page, code, codes[2] ?? '')
  await page.keyboard.press('Enter')

  await expect(page.getByText('We’ve sent an email to new@shop.example').first()).toBeVisible()
})

/** A device with passkeys that always verifies its user. */
async function addDevice(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('passkeys: added, used to log in, renamed, removed', async ({ page, context, product }) => {
  test.setTimeout(patience)
  await addDevice(page, context)
  await createAccount(product, email)
  await givePassword(page, product)
  await expect(heading(page, 'Home')).toBeVisible()

  await openSecurity(page, product)
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'My laptop')
  const adding = page.locator('form', { hasText: 'Add passkey' })
  await typeInto(page, adding.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'never used' })
  await expect(row).toContainText('My laptop')
  await checkScreen(page)

  await logOut(page)
  // Its colors change when it can be pressed.
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeEnabled()
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Log in with a passkey' }))
  await expect(heading(page, 'Home')).toBeVisible()

  await openSecurity(page, product)
  await expect(page.getByText('never used')).toHaveCount(0)
  await pressControl(page, page.getByRole('button', { name: 'Edit My laptop' }))
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Passkey name'), 'Old laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Old laptop' })).toBeVisible()
  await typeInto(page, page.getByLabel('Password (required to remove this passkey)'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Old laptop')).toHaveCount(0)

  await logOut(page)
  await pressControl(page, page.getByRole('button', { name: 'Log in with a passkey' }))
  await expect(
    page.getByText('We don’t recognize this passkey. Log in with your password.'),
  ).toBeVisible()
})

test('without a passkey the login says so, and the password still works', async ({
  page,
  context,
  product,
}) => {
  await addDevice(page, context)
  await createAccount(product, email)
  await page.goto(`${product.baseUrl}/auth/login?to=%2Faccount%2Fsecurity`)

  await pressControl(page, page.getByRole('button', { name: 'Log in with a passkey' }))
  await expect(page.getByText('Passkey login canceled.', { exact: false })).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Passkeys')).toBeVisible()
})
