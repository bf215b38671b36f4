/** Statistics of the REST API are the sums of the screens. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goals, nudges, sites } from '#app/db/schema/index.ts'
import { dayAt } from '#app/lib/days/counted-days.ts'
import { hourMillis } from '#app/lib/time.ts'
import { addDays } from '#app/lib/zoned-days.ts'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { countOf, dayOf, live, openShop, type Shop } from './statistics-shop.ts'

const range = 'from=2026-03-07&to=2026-03-11'
const days = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11']

const names: Record<string, string> = {
  visitors: 'visitors',
  eligible: 'eligible_visitors',
  visits: 'page_views',
  impressions: 'impressions',
  hovers: 'hovers',
  clicks: 'clicks',
  closes: 'closes',
  goals: 'conversions',
  page_goals: 'page_conversions',
  after: 'view_through_conversions',
}

type Step = Record<string, number> & { start: string }
type Answer = {
  data: {
    by: string
    time_zone: string
    filter: unknown
    totals: Record<string, number>
    steps: Step[]
  }
}

async function callerOf({ world, site }: Shop) {
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  return async (query: string) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/statistics?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return { status: answer.status, body: (await answer.json()) as Answer }
  }
}

test('totals and days are those of the screen, without a filter and with each', async () => {
  const shop = await openShop(50)
  await live(shop, 10)
  const read = await callerOf(shop)
  const { world, site } = shop
  const [nudge] = await world.services.db.system.select().from(nudges).where(eq(nudges.position, 1))
  const [goal] = await world.services.db.system.select().from(goals)
  const filters = [
    null,
    ['device', 'mobile'],
    ['country', 'NL'],
    ['page', '/kettle-1'],
    ['nudge', nudge?.uuid ?? ''],
    ['goal', goal?.uuid ?? ''],
  ] as const

  for (const filter of filters) {
    const screen = filter ? `&filter=${encodeURIComponent(filter.join(':'))}` : ''
    const query = filter ? `&${new URLSearchParams([[...filter]]).toString()}` : ''
    const { status, body } = await read(range + query)
    expect(status).toBe(200)
    expect(body.data.steps.map(({ start }) => start)).toEqual(days)

    const visit = (more: string) =>
      world.visit(`/statistics?${range}${screen}${more}`, { as: site.owner })
    const { totals } = await overview(visit(''))
    expect(body.data.totals).toEqual(
      Object.fromEntries(totals.map(({ metric, total }) => [names[metric], total])),
    )
    expect(Object.values(body.data.totals).some((total) => total > 0)).toBe(true)
    for (const { metric } of totals) {
      const { line } = await overview(visit(`&chart=${metric}`))
      const name = names[metric] ?? ''
      expect(body.data.steps.map((step) => step[name])).toEqual(line.values)
    }
  }
}, 120_000)

test('hours are counted from the events, closed days and today alike', async () => {
  const shop = await openShop()
  const rows = await live(shop, 3)
  const read = await callerOf(shop)

  const { body } = await read('from=2026-03-02&to=2026-03-04&by=hour')

  const { steps, totals } = body.data
  expect(steps[0]?.start).toBe('2026-03-02T00:00:00.000Z')
  // It is ten o'clock on the last day.
  expect(steps.at(-1)?.start).toBe('2026-03-04T10:00:00.000Z')
  expect(totals).toEqual({
    impressions: countOf(rows, 'impression'),
    hovers: countOf(rows, 'hover'),
    clicks: countOf(rows, 'click'),
    closes: countOf(rows, 'close'),
  })
  const perDay = (day: string) =>
    steps
      .filter(({ start }) => start.startsWith(day))
      .reduce((sum, step) => sum + (step['impressions'] ?? 0), 0)
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04']) {
    const ofDay = rows.filter((row) => dayOf(row) === day)
    expect(perDay(day)).toBe(countOf(ofDay, 'impression'))
  }
}, 60_000)

test('without days there are the last 30, and an unknown nudge is not found', async () => {
  const shop = await openShop()
  const read = await callerOf(shop)

  const usual = await read('')
  const unknown = await read('nudge=00000000-0000-4000-8000-000000000000')
  const several = await read('device=mobile&country=DE')

  expect(usual.body.data).toMatchObject({
    from: '2026-02-01',
    to: '2026-03-02',
    by: 'day',
    filter: null,
  })
  expect(usual.body.data.steps).toHaveLength(30)
  expect(unknown.status).toBe(404)
  expect([several.status, several.body]).toMatchObject([
    422,
    { errors: { device: ['Use one filter at a time.'], country: ['Use one filter at a time.'] } },
  ])
})

test('a program whose day in UTC is ahead of the site’s gets everything until the site’s today', async () => {
  const shop = await openShop(50)
  const { world, site } = shop
  const read = await callerOf(shop)
  const zone = { timeZone: 'America/Los_Angeles' }
  await world.services.db.system.update(sites).set(zone).where(eq(sites.id, site.scope.siteId))
  // Midnight in UTC and some hours: still the day before in Los Angeles.
  const today = dayAt('UTC', world.clock.now())
  const there = dayAt(zone.timeZone, world.clock.now())
  const hoursUntilMidnight = there === today ? 24 - world.clock.now().getUTCHours() : 0
  world.clock.advance((hoursUntilMidnight + 1) * hourMillis)
  const utcToday = dayAt('UTC', world.clock.now())

  const asked = await read(`from=${utcToday}&to=${utcToday}`)
  const tomorrow = await read(`from=${utcToday}&to=${addDays(utcToday, 1)}`)

  expect([asked.status, tomorrow.status]).toEqual([200, 422])
  expect(asked.body.data).toMatchObject({ from: addDays(utcToday, -1), to: addDays(utcToday, -1) })
})
