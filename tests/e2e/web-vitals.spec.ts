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
const emptyWords = 'No measurements for these dates'

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

test('pages with nudges are compared with the holdout group’s, with the meaning of the difference', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const { site } = await createAccount(product, owner)
  const shop = shopAt(page.request, `${product.baseUrl}/api/pixel/${String(site)}`)
  const screen = `${product.baseUrl}/statistics/speed`
  const table = page.getByRole('table', { name: 'Site speed', exact: true })
  const paint = table.getByRole('row', { name: /^Largest Contentful Paint/ })
  await logIn(page, product.baseUrl, owner)

  await visitScreen(page, screen)
  await expect(page.getByText('No data yet')).toBeVisible()
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
  await expect(paint).toContainText('Not enough data yet. Needs 1 more page load with nudges.')

  await shop.measure(shown, 1, { ...slow, inp: 650 })
  await visitScreen(page, screen)
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Metric', 'Can see nudges', 'Holdout group', 'Difference'],
  ])
  await expect(paint.getByRole('cell')).toHaveText([
    '3.1 s · Needs improvement · 100 page loads',
    '2.0 s · Good · 100 page loads',
    'About 1.2 s slower with nudges',
  ])
  await expect(table.getByRole('row', { name: /^Cumulative Layout Shift/ })).toContainText(
    'No clear difference',
  )
  await expect(
    table.getByRole('row', { name: /^Interaction to Next Paint/ }).getByRole('cell'),
  ).toHaveText([
    /· Poor · 1 page load$/,
    '–',
    'Not enough data yet. Needs 99 more page loads with nudges and 100 more page loads in the holdout group.',
  ])
  await expect(page.getByText('Based on 200 page loads.')).toBeVisible()
  await expect(page.getByText('is random, so any difference comes from nudges')).toBeVisible()
  await checkScreen(page)

  await tabTo(page, button(page, 'Holdout group'))
  await expect(
    page.getByRole('tooltip', { name: 'Page loads of visitors in the holdout group.' }),
  ).toBeVisible()
  await pressControl(page, page.getByText('How these metrics are defined'))
  await expect(page.getByText('Up to 2.5 s is good, above 4.0 s is poor')).toBeVisible()
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
  expect(rows[0]).toBe('Metric,Unit,Group,Page loads,75th percentile,Lower bound,Upper bound')
  expect(rows[1]).toMatch(/^Largest Contentful Paint \(LCP\),ms,Can see nudges,100,\d+,\d+,\d+$/)
  expect(rows[2]).toMatch(/^Largest Contentful Paint \(LCP\),ms,Holdout group,100,\d+,\d+,\d+$/)
  expect(rows).toHaveLength(8)
})

test('the chosen days decide which data shows, and a changed holdout group ends the comparison', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  const { site } = await createAccount(product, owner)
  const shop = shopAt(page.request, `${product.baseUrl}/api/pixel/${String(site)}`)
  await shop.visit()
  await shop.measure(await shop.find(false), 100, slow)
  await shop.measure(await shop.find(true), 100, quick)
  const paint = page.getByRole('row', { name: /^Largest Contentful Paint/ })
  await logIn(page, product.baseUrl, owner)
  await expect(async () => {
    await visitScreen(page, `${product.baseUrl}/statistics/speed`)
    await expect(paint).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })

  await pressControl(page, page.getByText('Other dates'))
  await page.getByLabel('From').fill(dayAgo(40))
  await page.getByLabel('To').fill(dayAgo(30))
  await pressControl(page, button(page, 'Apply'))
  await expect(page.getByText(emptyWords)).toBeVisible()
  await expect(paint).toBeHidden()
  await expect(page.getByLabel('From')).toHaveValue(dayAgo(40))
  await pressControl(page, link(page, 'Last 7 days'))
  await expect(link(page, 'Last 7 days')).toHaveAttribute('aria-current', 'true')
  await expect(paint).toContainText('About 1.2 s slower with nudges')

  await visitScreen(page, `${product.baseUrl}/statistics/effect`)
  await typeInto(page, page.getByLabel('Share of visitors in the holdout group (%)'), '20')
  await pressControl(page, button(page, 'Save'))
  await expect(page.getByText(/^Set .* Measured from/)).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/statistics/speed`)
  await expect(page.getByText('The holdout percentage changed during these dates')).toBeVisible()
  await expect(paint).toContainText('3.1 s · Needs improvement · 100 page loads')
  await expect(page.getByRole('columnheader', { name: 'Difference' })).toBeHidden()
  await checkScreen(page)
})
