/**
 * The data screens by keyboard only: hide reports, add an exclusion and a feed, import a file,
 * choose its columns, write a message.
 */
import type { Page } from 'playwright/test'
import { checkScreen, heightsOf, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'feeds@example.com'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('status')

test('the owner hides all reported activity together, and shows one entry again', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/data-feeds')
  await expect(page.getByText('No purchases yet')).toBeVisible()
  await checkScreen(page)

  await report(page, product.baseUrl)
  await visitScreen(page, `${product.baseUrl}/data-feeds`)
  const first = page.getByRole('row').filter({ hasText: 'bought Blue Kettle' })
  await expect(first.getByText('Ready')).toBeVisible()
  const controls = '.toolbar :is(.Polaris-TextField__Input, .Polaris-Select__Content, button)'
  expect(await heightsOf(page.locator(controls))).toEqual([36])
  await checkScreen(page)
  await expect(button(page, 'Hide')).toBeHidden()
  await tabTo(page, page.getByRole('checkbox', { name: 'Select all on this page' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: '2 selected' })).toBeChecked()
  await pressControl(page, button(page, 'Hide'))
  await expect(status(page).filter({ hasText: '2 purchases hidden' })).toBeVisible()
  await expect(first.getByText('Hidden manually')).toBeVisible()
  await expect(button(page, 'Hide')).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeFocused()
  await filterAtOnce(page)

  await pressControl(page, first.getByRole('link'))
  await expect(heading(page, 'Purchase details')).toBeVisible()
  await expect(page.getByText('it was hidden manually')).toBeVisible()
  await expect(page.getByRole('img', { name: /bought Blue Kettle/ })).toBeVisible()
  await checkScreen(page)
  await pressControl(page, page.getByText('For developers'))
  await expect(page.getByText('"first_name": "A…"')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Show'))
  await expect(status(page).filter({ hasText: 'Activity approved' })).toBeVisible()
  // The toast of the list may still be there, too.
  const toast = page.locator('.toast').filter({ hasText: 'Activity approved' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('it was hidden manually')).toBeVisible()
  await pressControl(page, button(page, 'Show'))
  await expect(page.getByText('no live nudge shows purchases')).toBeVisible()
  await pressControl(page, link(page, 'All purchases'))
  await expect(first.getByText('Ready')).toBeVisible()
})

async function filterAtOnce(page: Page) {
  const rows = page.getByRole('rowheader')
  const search = page.getByLabel('Search by product, name, city or ID')
  await expect(rows).toHaveCount(2)
  await expect(button(page, 'Filter')).toHaveCount(0)
  await tabTo(page, search)
  await page.keyboard.type('kett')
  await expect(rows).toHaveCount(1)
  await page.keyboard.type('le')
  await expect(page).toHaveURL(/\/data-feeds\?text=kettle$/)
  await expect(search).toHaveValue('kettle')
  await expect(search).toBeFocused()
  await tabTo(page, page.getByLabel('Status'))
  await page.keyboard.type('Live')
  await expect(page.getByText('No matching purchases')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, link(page, 'Purchases'))
  await expect(rows).toHaveCount(2)
  await expect(search).toHaveValue('')
  await expect(page.getByLabel('Status')).toHaveValue('')
}

test('the owner excludes a country, adds a product feed and lets sign-ups through', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/data-feeds/exclusions')
  await expect(heading(page, 'Add exclusion')).toBeVisible()
  await tabTo(page, page.getByLabel('Exclude by'))
  await page.keyboard.type('Country')
  await typeInto(page, page.getByRole('combobox', { name: 'Country', exact: true }), 'nether')
  await expect(page.locator('.picker__option--active')).toHaveText('Netherlands (NL)')
  await page.keyboard.press('Enter')
  await pressControl(page, button(page, 'Add exclusion'))
  await expect(button(page, 'Remove: Country NL')).toBeVisible()
  await checkScreen(page)

  await pressControl(page, link(page, 'Products'))
  await expect(heading(page, 'Product feeds')).toBeVisible()
  const address = 'http://127.0.0.1/feed.xml'
  await typeInto(page, page.getByLabel('Feed URL'), address)
  await pressControl(page, button(page, 'Add feed'))
  await pressControl(page, page.getByLabel(`Actions for ${address}`))
  await expect(button(page, `Fetch now: ${address}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await checkScreen(page)

  await pressControl(page, link(page, 'Live counts'))
  await expect(heading(page, 'Visitors now')).toBeVisible()
  await checkScreen(page)

  await pressControl(page, link(page, 'Sign-ups'))
  await expect(heading(page, 'Sign-ups')).toBeVisible()
  const rule = page.getByRole('checkbox', { name: /^Approve sign-ups/ })
  await tabTo(page, rule)
  await page.keyboard.press('Space')
  await pressControl(page, button(page, 'Save'))
  await expect(
    status(page).filter({ hasText: 'New sign-ups from your pages are now approved automatically' }),
  ).toBeVisible()
  await page.reload()
  await expect(rule).toBeChecked()
})

test('the owner takes a file in after a look at it, and writes a message', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/data-feeds/imports')
  await expect(page.getByText('No imports yet')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Review file'))
  await expect(page.getByText('Choose a file first.')).toBeVisible()

  const at = new Date(Date.now() - 3_600_000).toISOString()
  const rows = ['id,date,first name,product', `1,${at},Ann,Blue Kettle`, '2,yesterday,Bea,Cup']
  // The system's file dialog is outside the page.
  await page.getByLabel('CSV file').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await pressControl(page, button(page, 'Review file'))
  await expect(heading(page, 'orders.csv')).toBeVisible()
  await expect(page.getByText('Line 3, for example “yesterday”')).toBeVisible()
  await expect(page.getByText('Use a date like 2026-01-31 09:30.')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Import 1 purchase'))
  await expect(status(page).filter({ hasText: '1 purchase imported' })).toBeVisible()
  await expect(page.getByText('The file’s rows aren’t kept.')).toBeVisible()

  await pressControl(page, link(page, 'Purchases'))
  const taken = page.getByRole('row').filter({ hasText: 'bought Blue Kettle' })
  await expect(taken.getByText('Import', { exact: true })).toBeVisible()

  await pressControl(page, link(page, 'Messages'))
  await expect(page.getByText('No messages yet')).toBeVisible()
  await checkScreen(page)
  await typeInto(page, page.getByLabel('Message', { exact: true }), '500 customers trust us')
  await pressControl(page, button(page, 'Add message'))
  await expect(page.getByText('You can’t type a number of people')).toBeVisible()
  await typeInto(page, page.getByLabel('Message', { exact: true }), 'We pack by hand.')
  await pressControl(page, button(page, 'Add message'))
  const message = page.getByRole('row').filter({ hasText: 'We pack by hand.' })
  await expect(message.getByText('Added by your shop')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, message.getByLabel('Actions for We pack by hand.'))
  await pressControl(page, button(page, 'Hide: We pack by hand.'))
  await expect(message.getByText('Hidden', { exact: true })).toBeVisible()
})

test('the owner says which columns of a file are what, with scripts and without', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/data-feeds/imports')
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const rows = ['Nummer,Wann,Was,Was', `1,${at},Tasse,Teekanne`, '2,gestern,Tasse,Sieb']
  await page.getByLabel('CSV file').setInputFiles({
    name: 'alt.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await pressControl(page, button(page, 'Review file'))
  await expect(
    page.getByText('We couldn’t find a column for “Order number” or “Date”'),
  ).toBeVisible()
  await expect(button(page, 'Import 1 purchase')).toBeHidden()
  const read = button(page, 'Update columns')
  const choose = async (field: string, column: string) => {
    const select = page.getByLabel(field, { exact: true })
    await tabTo(page, select)
    await page.keyboard.type(column)
    await expect(select.locator('option:checked')).toHaveText(column)
  }

  await choose('Date (required)', 'Wann')
  await choose('Product', 'Was (column 3)')
  await pressControl(page, read)
  await expect(page.getByText('Required for every purchase. Choose a column.')).toBeVisible()
  await expect(page.getByLabel('Order number (required)')).toBeFocused()
  await checkScreen(page)
  await choose('Order number (required)', 'Nummer')
  await pressControl(page, read)
  await expect(status(page).filter({ hasText: 'Columns updated' })).toBeVisible()
  await expect(page.getByText('bought Tasse')).toBeVisible()
  await expect(page.getByText('Line 3, for example “gestern”')).toBeVisible()
  await expect(page.getByText('Unused columns: Was (column 4).')).toBeVisible()
  await checkScreen(page)

  const quiet = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  })
  const plain = await quiet.newPage()
  await plain.goto(page.url())
  await plain.getByLabel('Product', { exact: true }).selectOption('Was (column 4)')
  await plain.locator('summary', { hasText: 'Fields without a column' }).press('Enter')
  await plain.getByLabel('First name').selectOption('Nummer')
  await button(plain, 'Update columns').press('Enter')
  await expect(plain.getByText('“Nummer” is already matched to “Order number”.')).toBeVisible()
  await expect(plain.getByText('bought Tasse')).toBeVisible()
  await plain.getByLabel('First name').selectOption('None')
  await button(plain, 'Update columns').press('Enter')
  await expect(plain.getByText('bought Teekanne')).toBeVisible()
  await expect(button(plain, 'Discard import')).toBeHidden()
  await plain.locator('summary', { hasText: 'Discard' }).press('Enter')
  await expect(button(plain, 'Discard import')).toBeVisible()
  await quiet.close()

  await page.reload()
  await expect(page.getByLabel('Product', { exact: true }).locator('option:checked')).toHaveText(
    'Was (column 4)',
  )
  await pressControl(page, button(page, 'Import 1 purchase'))
  await expect(page.getByText('The file’s rows aren’t kept.')).toBeVisible()
  await pressControl(page, link(page, 'Purchases'))
  await expect(page.getByRole('row').filter({ hasText: 'bought Teekanne' })).toBeVisible()
})

/** Reports two purchases through the REST API, with a token created on its screen. */
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
    kind: 'purchase',
    id,
    occurred_at: at,
    items: [{ title }],
    person: { first_name: 'Ann', country: 'NL' },
  })
  const stored = await page.request.post(`${baseUrl}/api/v1/sites/${data.token.site}/activities`, {
    headers,
    data: { activities: [purchase('1', 'Blue Kettle'), purchase('2', 'Cup')] },
  })
  expect(stored.ok()).toBe(true)
}
