/**
 * Requirements of every screen: accessible, usable on a small phone, clear about expired sessions.
 */
import type { Page } from 'playwright/test'
import { findFaults, heightsOf } from './keyboard.ts'
import { expect, test } from './product-test.ts'

const password = 'correct horse battery'

async function logIn(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(`${baseUrl}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

const account = (email: string) => [
  'create-account',
  ...['--email', email, '--password', password, '--site-url', 'https://shop.example'],
]

/** axe violations at this width, and the page's horizontal overflow. */
async function checkScreenAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 720 })
  const violations = await findFaults(page)
  const overrun = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return {
    violations,
    overrun,
  }
}

test('no screen has a fault that axe finds, or scrolls sideways at 320 pixels', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await product.cli(...account('owner@example.com'))
  const faults: Record<string, unknown> = {}
  const look = async (path: string) => {
    await page.goto(product.baseUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [1280, 320]) {
      const { violations, overrun } = await checkScreenAt(page, width)
      if (violations.length > 0 || overrun > 0) {
        faults[`${path} at ${String(width)}`] = { violations, overrun }
      }
    }
  }

  const guests = ['/auth/login', '/auth/register', '/auth/forgot', '/auth/reset/used']
  for (const path of [...guests, '/no/such/page']) await look(path)
  await logIn(page, product.baseUrl, 'owner@example.com')
  const accountPaths = ['/', '/account/general', '/account/devices']
  for (const path of [...accountPaths, '/onboarding?step=install', '/onboarding?step=nudge'])
    await look(path)

  expect(faults).toEqual({})
})

test('logging out ends the session on the server, and the page goes to the login', async ({
  page,
  context,
  product,
}) => {
  await product.cli(...account('owner@example.com'))
  await logIn(page, product.baseUrl, 'owner@example.com')
  const [cookie] = await context.cookies()
  await page.getByRole('button', { name: /account|owner/i }).click()

  await page.getByRole('button', { name: 'Log out' }).click()

  await expect(page).toHaveURL(/\/auth\/login$/)
  expect(await context.cookies()).toEqual([])
  const again = await fetch(`${product.baseUrl}/`, {
    headers: { Cookie: `token=${cookie?.value ?? ''}` },
    redirect: 'manual',
  })
  expect(again.headers.get('Location')).toBe('/auth/login')
})

test('a session that ended elsewhere is told by a prompt, and the login leads back', async ({
  page,
  context,
  product,
}) => {
  await product.cli(...account('owner@example.com'))
  await logIn(page, product.baseUrl, 'owner@example.com')
  await page.goto(`${product.baseUrl}/onboarding?step=install`)
  await expect(page.getByText('Waiting for the first visit')).toBeVisible()

  await context.clearCookies()

  await expect(page.getByText('Please log in to continue', { exact: true })).toBeVisible({
    timeout: 15_000,
  })
  await expect(page).toHaveURL(/\/auth\/login\?to=/)
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/onboarding\?step=install$/)
})

test('a wrong password is told at the field, and the address stays typed', async ({
  page,
  product,
}) => {
  await product.cli(...account('owner@example.com'))
  await page.goto(`${product.baseUrl}/auth/login`)
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')

  await page.getByRole('button', { name: 'Log in', exact: true }).click()

  await expect(page.getByText('These credentials do not match our records.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('owner@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('fields, selects and buttons of a form have one height', async ({ page, product }) => {
  await product.cli(...account('owner@example.com'))
  await logIn(page, product.baseUrl, 'owner@example.com')

  await page.goto(`${product.baseUrl}/goals/new`)
  await expect(page.getByLabel('Goal type')).toBeVisible()

  const controls = 'main :is(.Polaris-TextField__Input, .Polaris-Select__Content, [type=submit])'
  expect(await heightsOf(page.locator(controls))).toEqual([40])
})
