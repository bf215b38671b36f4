/** The data feeds, by the keyboard alone: reports are hidden, a rule is made, a feed is added. */
import type { Page } from 'playwright/test'
import { judgeScreen, tabTo, typeInto, use } from './keyboard.ts'
import { logIn, makeAccount, visit } from './own-account.ts'
import { expect, test } from './product-test.ts'

const owner = 'feeds@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('status')

test('the owner hides what was reported, all at once, and shows one of it again', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await makeAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visit(page, `${product.baseUrl}/data-feeds`)
  await expect(page.getByText('No purchases yet')).toBeVisible()
  await judgeScreen(page)

  await report(page, product.baseUrl)
  await visit(page, `${product.baseUrl}/data-feeds`)
  const first = page.getByRole('row').filter({ hasText: 'bought Blue Kettle' })
  await expect(first.getByText('Ready')).toBeVisible()
  await judgeScreen(page)
  await tabTo(page, page.getByRole('checkbox', { name: 'All of this page' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: '2 chosen' })).toBeChecked()
  await use(page, button(page, 'Hide'))
  await expect(status(page).filter({ hasText: '2 purchases hidden.' })).toBeVisible()
  await expect(first.getByText('By hand')).toBeVisible()

  await use(page, first.getByRole('link'))
  await expect(heading(page, 'One purchase')).toBeVisible()
  await expect(page.getByText('"first_name": "A…"')).toBeVisible()
  await judgeScreen(page)
  await use(page, button(page, 'Show in nudges'))
  await expect(status(page).filter({ hasText: 'Nudges may show it.' })).toBeVisible()
  await use(page, link(page, 'All purchases'))
  await expect(first.getByText('Ready')).toBeVisible()
})

test('the owner excludes a country, adds a product feed and lets sign-ups through', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await makeAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visit(page, `${product.baseUrl}/data-feeds/exclusions`)
  await expect(heading(page, 'Add a rule')).toBeVisible()
  await tabTo(page, page.getByLabel('What the rule looks at'))
  await page.keyboard.type('A country')
  await typeInto(page, page.getByLabel('Value'), 'nl')
  await use(page, button(page, 'Add the rule'))
  await expect(button(page, 'Take back: The country NL')).toBeVisible()
  await judgeScreen(page)

  await use(page, link(page, 'Products'))
  await expect(heading(page, 'Product feeds')).toBeVisible()
  const address = 'http://127.0.0.1/feed.xml'
  await typeInto(page, page.getByLabel('Address of a feed'), address)
  await use(page, button(page, 'Add the feed'))
  await expect(button(page, `Read now: ${address}`)).toBeVisible()
  await judgeScreen(page)

  await use(page, link(page, 'Counts'))
  await expect(heading(page, 'Visitors now')).toBeVisible()
  await judgeScreen(page)

  await use(page, link(page, 'Sign-ups'))
  await expect(heading(page, 'Sign-ups')).toBeVisible()
  const rule = page.getByRole('checkbox', { name: /^Show sign-ups/ })
  await tabTo(page, rule)
  await page.keyboard.press('Space')
  await use(page, button(page, 'Save'))
  await expect(status(page).filter({ hasText: 'They are shown at once now.' })).toBeVisible()
  await page.reload()
  await expect(rule).toBeChecked()
})

/** Two purchases, by the REST API, with a token that is made on its screen. */
async function report(page: Page, baseUrl: string): Promise<void> {
  const made = await page.request.post(`${baseUrl}/onboarding/token`, {
    headers: { Origin: baseUrl },
  })
  const { token } = (await made.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const me = await page.request.get(`${baseUrl}/api/v1/me`, { headers })
  const { data } = (await me.json()) as { data: { token: { site: string } } }
  const at = new Date(Date.now() - 60_000).toISOString()
  const purchase = (id: string, title: string) => ({
    ...{ kind: 'purchase', id, occurred_at: at, items: [{ title }] },
    person: { first_name: 'Ann', country: 'NL' },
  })
  const stored = await page.request.post(`${baseUrl}/api/v1/sites/${data.token.site}/activities`, {
    headers,
    data: { activities: [purchase('1', 'Blue Kettle'), purchase('2', 'Cup')] },
  })
  expect(stored.ok()).toBe(true)
}
