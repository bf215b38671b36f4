/** A row of a breakdown filters the overview, with the numbers of its events alone. */
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { goals, nudges } from '#app/db/schema/index.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { loader as exported } from '#app/routes/statistics/export.ts'
import { loader as byNudge } from '#app/routes/statistics/nudges.tsx'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { loader as byPage } from '#app/routes/statistics/pages.tsx'
import { countOf, dayOf, live, openShop, type Shop } from './statistics-shop.ts'

const range = 'from=2026-03-07&to=2026-03-11'

/** Today isn't rolled up, the days before it are. */
const days = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11']
const daysBefore = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']

const visit = ({ world, site }: Shop, path: string) => world.visit(path, { as: site.owner })

const eventOf = {
  visits: 'visit',
  impressions: 'impression',
  hovers: 'hover',
  clicks: 'click',
  closes: 'close',
  page_goals: 'goal',
} as const

const sum = (all: readonly number[]) => all.reduce((whole, one) => whole + one, 0)

/** The events of a figure on each of some days. */
function countByDay(rows: readonly EventRow[], figure: string) {
  const type = Object.entries(eventOf).find(([name]) => name === figure)?.[1]
  if (!type) throw new Error(`${figure} counts no events.`)
  return (some: readonly string[]) =>
    some.map((day) =>
      countOf(
        rows.filter((row) => dayOf(row) === day),
        type,
      ),
    )
}

const totalsOf = ({ totals }: { totals: readonly { metric: string; total: number }[] }) =>
  Object.fromEntries(totals.map(({ metric, total }) => [metric, total]))

/** The overview with a filter, and each of its figures by day. */
async function readFiltered(shop: Shop, filter: string) {
  const query = `${range}&filter=${encodeURIComponent(filter)}`
  const first = await overview(visit(shop, `/statistics?${query}`))
  const lines = new Map<string, (typeof first)['line']>()
  for (const { metric } of first.totals) {
    const { line } = await overview(visit(shop, `/statistics?${query}&chart=${metric}`))
    lines.set(metric, line)
  }
  return { first, lines }
}

test('a device, a country and a page filter all figures and the chart, by day and before', async () => {
  const shop = await openShop(50)
  const rows = await live(shop, 10)
  const members = {
    device: ['mobile', 'desktop'],
    country: ['DE', 'NL'],
    page: [...new Set(rows.map(({ page }) => page))],
  } as const

  for (const by of ['device', 'country', 'page'] as const) {
    const sums: Record<string, number> = {}
    for (const member of members[by]) {
      const ofMember = rows.filter((row) => row[by] === member)
      const { first, lines } = await readFiltered(shop, `${by}:${member}`)
      expect([...lines.keys()]).toEqual(Object.keys(eventOf))
      for (const { metric, total, compared } of first.totals) {
        const counted = countByDay(ofMember, metric)
        expect(lines.get(metric)).toEqual({ days, values: counted(days) })
        expect(total).toBe(sum(counted(days)))
        // Today isn't over: four days are compared with four.
        expect(compared).toMatchObject({
          total: sum(counted(days.slice(0, 4))),
          before: sum(counted(daysBefore.slice(0, 4))),
        })
        sums[metric] = (sums[metric] ?? 0) + total
      }
    }
    const whole = totalsOf(await overview(visit(shop, `/statistics?${range}`)))
    const { impressions, hovers, clicks, closes } = whole
    expect(sums).toMatchObject({ impressions, hovers, clicks, closes })
  }
}, 120_000)

test('nudges add up to the site, and each has the numbers of its row', async () => {
  const shop = await openShop()
  const rows = await live(shop, 10)
  const { ranked } = await byNudge(visit(shop, `/statistics/nudges?${range}`))

  const sums: Record<string, number> = {}
  for (const { key, totals } of ranked.rows) {
    const { first, lines } = await readFiltered(shop, `nudge:${String(key)}`)
    const figures = totalsOf(first)
    expect(figures).toEqual({
      impressions: totals.impression,
      hovers: totals.hover,
      clicks: totals.click,
      closes: totals.close,
      after: totals.after,
    })
    for (const [figure, total] of Object.entries(figures)) {
      const { values } = lines.get(figure) ?? { values: [] }
      expect(sum(values)).toBe(total)
      sums[figure] = (sums[figure] ?? 0) + total
    }
  }

  expect(ranked.rows).toHaveLength(2)
  const inWindow = rows.filter((row: EventRow) => days.includes(dayOf(row)))
  expect(sums).toMatchObject({
    impressions: countOf(inWindow, 'impression'),
    clicks: countOf(inWindow, 'click'),
  })
  expect(sums.after).toBeGreaterThan(0)
}, 60_000)

test('a goal filters the conversions, and its file has the same numbers', async () => {
  const shop = await openShop()
  const rows = await live(shop, 10)
  const { ranked } = await byPage(visit(shop, `/statistics/pages?by=goal&${range}`))
  const filter = `goal:${String(ranked.rows[0]?.key)}`

  const { first, lines } = await readFiltered(shop, filter)
  const answer = await exported(
    visit(shop, `/statistics/export?table=days&${range}&filter=${filter}`),
  )

  const reached = rows.filter(({ type }) => type === 'goal')
  const values = days.map((day) => reached.filter((row) => dayOf(row) === day).length)
  expect(first.filter).toMatchObject({ by: 'goal', name: 'Order' })
  expect(lines.get('goals')).toEqual({ days, values })
  expect((await answer.text()).trimEnd().split('\r\n')).toEqual([
    'Day (UTC),Conversions',
    ...days.map((day, at) => `${day},${String(values[at])}`),
  ])
  expect(answer.headers.get('Content-Disposition')).toContain('-days-of-goal-2026-03-07')
})

test('rows without a name of their own, and others’ nudges and goals, filter nothing', async () => {
  const shop = await openShop()
  await live(shop, 2)
  const { db } = shop.world.services
  const [nudge] = await db.system.select({ uuid: nudges.uuid }).from(nudges)
  const [goal] = await db.system
    .select({ uuid: goals.uuid })
    .from(goals)
    .where(eq(goals.siteId, shop.site.scope.siteId))
  const stranger = await shop.world.site()

  for (const filter of [
    `nudge:${String(nudge?.uuid)}`,
    `goal:${String(goal?.uuid)}`,
    'nudge:1',
    'planet:mars',
    'device:',
    'device',
  ]) {
    const path = `/statistics?filter=${encodeURIComponent(filter)}`
    const seen = await overview(shop.world.visit(path, { as: stranger.owner }))
    expect([filter, seen.filter]).toEqual([filter, null])
  }
})

test('the course of a row is its filtered chart, also for today', async () => {
  const shop = await openShop()
  await live(shop, 10)
  const nudgeRows = await byNudge(visit(shop, `/statistics/nudges?${range}&sort=click`))
  const devices = await byPage(visit(shop, `/statistics/pages?${range}&by=device`))
  const byGoal = await byPage(visit(shop, `/statistics/pages?${range}&by=goal`))
  const afterwards = await byNudge(visit(shop, `/statistics/nudges?${range}&sort=after`))

  for (const { key, member } of nudgeRows.ranked.rows) {
    const { lines } = await readFiltered(shop, `nudge:${String(key)}`)
    expect(nudgeRows.lines?.[member]).toEqual(lines.get('clicks')?.values)
  }
  for (const { member, totals } of devices.ranked.rows) {
    const { lines } = await readFiltered(shop, `device:${member}`)
    expect(devices.lines?.[member]).toEqual(lines.get('visits')?.values)
    expect(sum(devices.lines?.[member] ?? [])).toBe(totals.visit)
  }
  expect(sum(Object.values(nudgeRows.lines ?? {}).flat())).toBeGreaterThan(0)
  const year = 'from=2025-03-12&to=2026-03-11'
  const ofYear = await byNudge(visit(shop, `/statistics/nudges?${year}`))
  expect([byGoal.lines, afterwards.lines, ofYear.lines]).toEqual([null, null, null])
  expect(ofYear.ranked.rows).toHaveLength(2)
}, 60_000)

test('the first nudges and pages are below the metrics until one filters them', async () => {
  const shop = await openShop()
  await live(shop, 10)
  const nudgeRows = await byNudge(visit(shop, `/statistics/nudges?${range}`))
  const pageRows = await byPage(visit(shop, `/statistics/pages?${range}`))

  const { top } = await overview(visit(shop, `/statistics?${range}`))
  const filtered = await overview(visit(shop, `/statistics?${range}&filter=device:mobile`))

  expect(top?.nudges.rows).toEqual(nudgeRows.ranked.rows)
  expect(top?.pages.rows).toEqual(pageRows.ranked.rows.slice(0, 3))
  expect(top?.pages.rows).toHaveLength(3)
  expect(filtered.top).toBeNull()
})
