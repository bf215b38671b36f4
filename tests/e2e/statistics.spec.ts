/** The statistics by keyboard only: days, an accessible chart, a file, reports by email. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('the owner reads a visit by day and in a table, downloads the file, and subscribes to emails', async ({
  page,
  context,
  product,
  shop,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner, '--site-url', shop.url)
  await logIn(page, product.baseUrl, owner, '/statistics')
  await expect(page.getByText('No data yet')).toBeVisible()

  await pressControl(page, link(page, 'Install the pixel'))
  const code = await page.locator('code', { hasText: 'pixel.library.js' }).innerText()
  shop.setBody(`<h1>Teas</h1>${code}`)
  const visitor = await context.newPage()
  await visitor.goto(shop.url)
  await expect(page.getByText(/^Installed/)).toBeVisible()
  await visitor.close()

  const slider = page.getByRole('slider', { name: 'Visitors by day' })
  await expect(async () => {
    await visitScreen(page, `${product.baseUrl}/statistics?chart=visitors`)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(
      /\(so far\): 1\. Previous period \(.*\): 0$/,
    )
  }).toPass({ timeout: 60_000 })

  await pressControl(page, link(page, 'Last 7 days'))
  await expect(link(page, 'Last 7 days')).toHaveAttribute('aria-current', 'true')
  await expect(slider).toHaveAttribute('max', '6')
  await tabTo(page, slider)
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Visitors on [^(]*: 0\. Previous period \(/,
  )
  const tip = page.locator('.chart__tip')
  await expect(tip).toContainText(/^\w{3} \d+, \d{4}Visitors0$/)
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await page.keyboard.press('End')
  await expect(tip).toContainText('(so far)Visitors1')
  await pressControl(page, page.getByText('Show as table'))
  const table = page.getByRole('table', { name: 'Visitors by day' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(table.getByRole('row', { name: /\(so far\) 1 / })).toBeVisible()
  await checkScreen(page)

  const picture = page.waitForEvent('download')
  await pressControl(page, page.getByRole('button', { name: 'Download as picture' }))
  const drawn = await picture
  expect(drawn.suggestedFilename()).toMatch(/^shop\.localhost-\d+-visitors-.*\.svg$/)
  const svg = readFileSync(await drawn.path(), 'utf8')
  expect(svg).toContain('>Visitors by day, ')
  // The line has its color without the screen's style sheet.
  expect(svg).toMatch(/<path [^>]*d="M0,[^>]*stroke="rgb\(11, 122, 75\)"/)

  const download = page.waitForEvent('download')
  await pressControl(page, link(page, 'Download as CSV'))
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^shop\.localhost-\d+-days-.*\.csv$/)
  // Chance decides whether the visitor is in the holdout group, and so not eligible.
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /\r\n\d{4}-\d\d-\d\d,1,[01],0,0,0,0,0,0\r\n$/,
  )

  await pressControl(page, link(page, 'Show in chart: Clicks'))
  await expect(page.getByRole('table', { name: 'Clicks by day' })).toHaveCount(1)
  await expect(link(page, 'Shown in chart: Clicks')).toHaveAttribute('aria-current', 'true')
  await pressControl(page, link(page, 'Breakdown'))
  await pressControl(page, link(page, '/'))
  await expect(page.getByText('Page: /')).toBeVisible()
  await expect(link(page, 'Show in chart: Page views')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, link(page, 'Remove filter: Page /'))
  await expect(link(page, 'Show in chart: Visitors')).toBeVisible()

  const screens = [
    ['Nudges', 'Nudges'],
    ['Why not shown', 'Why nudges were or weren’t shown'],
    ['Breakdown', 'By page'],
    ['Products', 'Products'],
    ['Impact', 'Not enough data yet'],
  ] as const
  for (const [at, [tab, title]] of screens.entries()) {
    await pressControl(page, link(page, tab))
    await expect(heading(page, title)).toBeVisible()
    // The first two only have parts that the others have as well.
    if (at > 1) await checkScreen(page)
  }
  await expect(page).toHaveURL(/\/statistics\/effect\?.*from=/)

  await pressControl(page, link(page, 'Overview'))
  await pressControl(page, link(page, 'Email reports'))
  await expect(heading(page, 'Email reports')).toBeVisible()
  await checkScreen(page)
  const often = page.getByLabel('How often')
  await tabTo(page, often)
  await page.keyboard.type('Weekly')
  await expect(often).toHaveValue('week')
  await pressControl(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Email reports saved', { exact: true })).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/account/notifications`)
  await expect(page.getByText('Weekly, Monday to Sunday')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, link(page, 'Change email reports'))
  await expect(often).toHaveValue('week')
})

test('the holdout group is set where it measures, and home leads there', async ({
  page,
  context,
  product,
  shop,
}) => {
  const { site } = (await createAccount(product, owner, '--site-url', shop.url)) as { site: string }
  await logIn(page, product.baseUrl, owner, '/statistics/effect')
  const share = page.getByLabel('Share of visitors in the holdout group (%)')
  await expect(page.getByText('No data yet')).toBeVisible()
  await typeInto(page, share, '0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Holdout group turned off', { exact: true })).toBeVisible()

  // Home has an answer once the pixel reports.
  shop.setBody(
    `<script async src="${product.baseUrl}/js/pixel.library.js" data-site="${site}"></script>`,
  )
  const visitor = await context.newPage()
  await visitor.goto(shop.url)
  await expect(async () => {
    await visitScreen(page, product.baseUrl)
    await expect(link(page, 'Set up a holdout group')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await visitor.close()
  await pressControl(page, link(page, 'Set up a holdout group'))
  await expect(page).toHaveURL(/\/statistics\/effect#holdout$/)
  await expect(page.locator('#holdout')).toBeFocused()
  await expect(page.locator('#holdout')).toBeInViewport()

  await typeInto(page, share, '51')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number from 0 to 50.')).toBeVisible()
  await expect(share).toBeFocused()
  await typeInto(page, share, '20')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Holdout group saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Set .* Measured from/)).toBeVisible()
  await checkScreen(page)
})
