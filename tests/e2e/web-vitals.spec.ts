/** Web Vitals of pages with nudges, compared with the holdout group, by keyboard only. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from 'playwright/test'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const emptyWords = 'No page was measured on these days'

type Figures = { lcp: number; cls: number; inp?: number; own: number }

/** Reports of the shop's pages. All visitors have consented. */
function shopAt(request: APIRequestContext, address: string) {
  const headers = { Origin: 'https://owner.example' }
  const send = async (events: object[]) => {
    const answer = await request.post(`${address}/events`, { headers, data: { events } })
    const { outcomes } = (await answer.json()) as { outcomes: { outcome: string }[] }
    expect(outcomes.filter(({ outcome }) => outcome !== 'accepted')).toEqual([])
  }
  /** The server assigns visitors to groups. Finds the first one in the wanted group. */
  const find = async (isHeldOut: boolean) => {
    for (let number = 0; number < 1_000; number += 1) {
      const visitor = `visitor-${String(number).padStart(20, '0')}`
      const answer = await request.get(`${address}?visitor=${visitor}`, { headers })
      const { withheld } = (await answer.json()) as { withheld?: string }
      if ((withheld === 'holdout') === isHeldOut) return visitor
    }
    throw new Error('Nobody was drawn.')
  }
  return {
    find,
    visit: () => send([{ id: randomUUID(), type: 'visit', page: '/' }]),
    measure: (visitor: string, count: number, figures: Figures) =>
      send(
        Array.from({ length: count }, () => ({
          id: randomUUID(),
          type: 'speed',
          page: '/tea',
          visitor,
          ...figures,
        })),
      ),
  }
}

const slow = { lcp: 3_100, cls: 0.05, own: 2 }
const quick = { lcp: 2_000, cls: 0.05, own: 2 }

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('pages with nudges stand beside those of the hold-out, with what the difference means', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const { site } = await createAccount(product, owner)
  const shop = shopAt(page.request, `${product.baseUrl}/api/pixel/${String(site)}`)
  const screen = `${product.baseUrl}/statistics/speed`
  const table = page.getByRole('table', { name: 'Speed', exact: true })
  const paint = table.getByRole('row', { name: /^Largest paint/ })
  await logIn(page, product.baseUrl, owner)

  await visitScreen(page, screen)
  await expect(page.getByText('Nothing was counted yet')).toBeVisible()
  await shop.visit()
  await expect(async () => {
    await visitScreen(page, screen)
    await expect(page.getByText(emptyWords)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(table).toBeHidden()
  await expect(link(page, 'Download as CSV')).toBeHidden()
  await checkScreen(page)

  const [shown, heldOut] = [await shop.find(false), await shop.find(true)]
  await shop.measure(shown, 99, slow)
  await shop.measure(heldOut, 100, quick)
  await visitScreen(page, screen)
  await expect(paint).toContainText('Not enough data yet: 1 measured page with nudges is missing.')

  await shop.measure(shown, 1, { ...slow, inp: 650 })
  await visitScreen(page, screen)
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Figure', 'Pages with nudges', 'Pages of the hold-out', 'Difference'],
  ])
  await expect(paint.getByRole('cell')).toHaveText([
    '3.1 s · Needs improvement of 100 pages',
    '2.0 s · Good of 100 pages',
    'With nudges about 1.2 s slower.',
  ])
  await expect(table.getByRole('row', { name: /^Layout shift/ })).toContainText(
    'No difference can be told.',
  )
  await expect(table.getByRole('row', { name: /^Slowest answer/ }).getByRole('cell')).toHaveText([
    /· Poor of 1 page$/,
    '–',
    'Not enough data yet: 99 measured pages with nudges and 100 measured pages of the hold-out are missing.',
  ])
  await expect(page.getByText('200 pages were measured.')).toBeVisible()
  await expect(page.getByText('drawn by lot, so a difference comes from the nudges')).toBeVisible()
  await checkScreen(page)

  await tabTo(page, button(page, 'Pages of the hold-out'))
  await expect(
    page.getByRole('tooltip', { name: 'Pages of visitors who were drawn to get no nudges.' }),
  ).toBeVisible()
  await pressControl(page, page.getByText('What these figures mean'))
  await expect(page.getByText('Up to 2.5 s is called good, more than 4.0 s poor')).toBeVisible()
  await checkScreen(page)

  const download = page.waitForEvent('download')
  await pressControl(page, link(page, 'Download as CSV'))
  const file = await download
  expect(file.suggestedFilename()).toMatch(
    /^owner\.example-speed-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/,
  )
  const rows = readFileSync(await file.path(), 'utf8')
    .slice(1)
    .trimEnd()
    .split('\r\n')
  expect(rows[0]).toBe('Figure,Unit,Pages,Measured,75 of 100 are at most,Lower end,Upper end')
  expect(rows[1]).toMatch(/^Largest paint \(LCP\),ms,Pages with nudges,100,\d+,\d+,\d+$/)
  expect(rows[2]).toMatch(/^Largest paint \(LCP\),ms,Pages of the hold-out,100,\d+,\d+,\d+$/)
  expect(rows).toHaveLength(8)
})

test('the days decide what is told, and a hold-out that was changed ends the comparison', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const { site } = await createAccount(product, owner)
  const shop = shopAt(page.request, `${product.baseUrl}/api/pixel/${String(site)}`)
  await shop.visit()
  await shop.measure(await shop.find(false), 100, slow)
  await shop.measure(await shop.find(true), 100, quick)
  const paint = page.getByRole('row', { name: /^Largest paint/ })
  await logIn(page, product.baseUrl, owner)
  await expect(async () => {
    await visitScreen(page, `${product.baseUrl}/statistics/speed`)
    await expect(paint).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })

  await page.getByLabel('From').fill(dayAgo(40))
  await page.getByLabel('To').fill(dayAgo(30))
  await pressControl(page, button(page, 'Show'))
  await expect(page.getByText(emptyWords)).toBeVisible()
  await expect(paint).toBeHidden()
  await expect(page.getByLabel('From')).toHaveValue(dayAgo(40))
  await pressControl(page, link(page, 'Last 7 days'))
  await expect(link(page, 'Last 7 days')).toHaveAttribute('aria-current', 'true')
  await expect(paint).toContainText('With nudges about 1.2 s slower.')

  await visitScreen(page, `${product.baseUrl}/site-settings/timing`)
  await typeInto(page, page.getByLabel('Percent of visitors who are shown nothing'), '20')
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText(/^The measurement runs since/)).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/statistics/speed`)
  await expect(page.getByText('The hold-out was changed on these days')).toBeVisible()
  await expect(paint).toContainText('3.1 s · Needs improvement of 100 pages')
  await expect(page.getByRole('columnheader', { name: 'Difference' })).toBeHidden()
  await checkScreen(page)
})
