/**
 * Requirements of every screen: accessible, usable on a small phone, clear about expired sessions.
 */
import type { Page } from 'playwright/test'
import { createAccount, logIn, password, startSession, visitScreen } from './account.ts'
import { findFaults, heightsOf } from './keyboard.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { expect, test } from './product-test.ts'

/** axe violations at this width, the page's horizontal overflow, and faults of the layout. */
async function checkScreenAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 720 })
  const violations = await findFaults(page)
  const overrun = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return {
    violations,
    overrun,
    layout: await page.evaluate(findLayoutFaults),
  }
}

test('no screen has a fault that axe finds, or scrolls sideways at 320 pixels', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, 'owner@example.com')
  const faults: Record<string, unknown> = {}
  const look = async (path: string) => {
    await page.goto(product.baseUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [1280, 768, 320]) {
      const found = await checkScreenAt(page, width)
      const { violations, overrun, layout } = found
      if (violations.length > 0 || overrun > 0 || layout.length > 0) {
        faults[`${path} at ${String(width)}`] = found
      }
    }
  }

  const guests = ['/auth/login', '/auth/register', '/auth/forgot', '/auth/reset/used']
  for (const path of [...guests, '/no/such/page']) await look(path)
  await logIn(page, product.baseUrl, 'owner@example.com')
  const accountPaths = ['/', '/account/general', '/account/devices', '/account/api-tokens']
  for (const path of [...accountPaths, '/onboarding?step=install', '/onboarding?step=nudge'])
    await look(path)
  const ways = ['rest_api', 'javascript', 'form_submissions', 'zapier', 'smart-webhook']
  for (const path of ['/integrations', ...ways.map((way) => `/integrations/${way}`)])
    await look(path)
  await look('/site-settings/webhooks')

  expect(faults).toEqual({})
})

test('words that are broken, text outside its box and controls outside their panel are found', async ({
  page,
}) => {
  await page.setContent(`<style>* { margin: 0; font: 16px monospace }</style>
    <p style="width: 3em; overflow-wrap: anywhere">A <time>40 seconds ago</time></p>
    <p class="box" style="width: 3em; white-space: nowrap">2,049,270</p>
    <p style="width: 3em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">2,049,270</p>
    <p style="width: 6em">two words <a href="/">linked</a></p>
    <main><div style="width: 5em; overflow: auto"><p style="width: 9em">wide</p></div></main>
    <div class="Polaris-ShadowBevel" style="width: 20em">
      <div class="Polaris-Box" style="padding: 1em"><button style="width: 20em">Save</button></div>
    </div>`)

  expect(await page.evaluate(findLayoutFaults)).toEqual([
    '“seconds” is broken: <time class=""> “40 seconds ago”',
    'text leaves its box: <p class="box"> “2,049,270”',
    'scrolls sideways: <div class=""> “wide”',
    'leaves its panel: <button class=""> “Save”',
  ])
})

test('a prompt appears when a session has ended elsewhere, and the login leads back', async ({
  page,
  context,
  product,
}) => {
  await createAccount(product, 'owner@example.com')
  await startSession(page, product.baseUrl, 'owner@example.com')
  await visitScreen(page, `${product.baseUrl}/onboarding?step=install`)
  await expect(page.getByText('Waiting for the first visit')).toBeVisible()

  await context.clearCookies()

  await expect(page.getByText('Please log in to continue', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login\?to=/)
  // The address changes first: the screen before has a region and a field with such a name, too.
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/onboarding\?step=install$/)
})

test('fields, selects and buttons of a form have one height', async ({ page, product }) => {
  await createAccount(product, 'owner@example.com')
  await startSession(page, product.baseUrl, 'owner@example.com')

  await page.goto(`${product.baseUrl}/goals/new`)
  await expect(page.getByLabel('Goal type')).toBeVisible()

  const controls = 'main :is(.Polaris-TextField__Input, .Polaris-Select__Content, [type=submit])'
  expect(await heightsOf(page.locator(controls))).toEqual([40])
})
