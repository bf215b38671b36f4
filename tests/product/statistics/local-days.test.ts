/** A day is a day of the site's time zone on every screen, in files, reports and the REST API. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { siteReports, sites, users } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { readReport } from '#app/domain/reports/due-reports.server.ts'
import { metrics } from '#app/domain/stats/definitions.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { loader as openGoals } from '#app/routes/goals/goals.tsx'
import { loader as homeLive } from '#app/routes/home/live.tsx'
import { loader as effect } from '#app/routes/statistics/effect.tsx'
import { loader as exported } from '#app/routes/statistics/export.ts'
import { loader as byNudge } from '#app/routes/statistics/nudges.tsx'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { loader as byPage } from '#app/routes/statistics/pages.tsx'
import { loader as byProduct } from '#app/routes/statistics/products.tsx'
import { eventRow, store } from '../../support/stored-events.ts'
import { openShop, type Shop } from './statistics-shop.ts'

/** Making one takes a hundred times as long as using it. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** By the calendar of the platform: an hour belongs to the local day in which it begins. */
function localDay(timeZone: string, at: Date): string {
  const hour = Math.floor(at.getTime() / hourMillis) * hourMillis
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(hour)
}

const shift = (day: string, days: number) =>
  new Date(new Date(day).getTime() + days * dayMillis).toISOString().slice(0, 10)

const setZone = ({ world, site }: Shop, timeZone: string) =>
  world.services.db.system.update(sites).set({ timeZone }).where(eq(sites.id, site.scope.siteId))

/** A visitor who sees a nudge, views a product and then orders. */
function visitAt({ site, nudgeIds, goalId }: Shop, at: Date): EventRow[] {
  const first = eventRow(site, { receivedAt: at, arm: 'shown', device: 'mobile', page: '/mug' })
  const row = (wanted: Partial<EventRow>) =>
    eventRow(site, { ...first, id: crypto.randomUUID(), receivedAt: at, ...wanted })
  const order = {
    goalId,
    uniqueKey: `order:${at.toISOString()}`,
    amountCents: null,
    currency: null,
  }
  return [
    first,
    row({ type: 'impression', nudge: nudgeIds[0] ?? null }),
    row({ type: 'click', nudge: nudgeIds[0] ?? null }),
    row({ type: 'product_view', product: 'mug' }),
    row({ type: 'goal', goal: order, receivedAt: new Date(at.getTime() + 1_000) }),
  ]
}

/** A session that isn't used for 30 days ends. */
async function advanceTo({ world, site }: Shop, until: number): Promise<void> {
  const left = () => until - world.clock.now().getTime()
  while (left() > 0) {
    world.clock.advance(Math.min(left(), 20 * dayMillis))
    await homeLive(world.visit('/home/live', { as: site.owner }))
  }
}

/**
 * A visitor in the first and the last minute of every hour of four days, around a day in whose zone
 * clocks may change. Ends with the clock there, and what is over rolled up.
 */
async function visitAround(shop: Shop, day: string): Promise<Date[]> {
  const { world } = shop
  const noon = new Date(`${day}T12:00:00Z`).getTime()
  const moments: Date[] = []
  for (let at = noon - 2 * dayMillis; at < noon + 2 * dayMillis; at += hourMillis)
    moments.push(new Date(at), new Date(at + 59 * minuteMillis))
  await store(
    world.services,
    moments.flatMap((at) => visitAt(shop, at)),
  )
  await advanceTo(shop, noon + 2 * dayMillis)
  await rollDays(world.services)
  return moments
}

/** The counts of a week, today included, as every reader has them. */
async function readEverywhere(shop: Shop, week: readonly string[]) {
  const { world, site } = shop
  const [from = '', to = ''] = [week[0], week.at(-1)]
  const visit = (path: string, query: Record<string, string> = {}) =>
    world.visit(`${path}?${new URLSearchParams({ from, to, ...query }).toString()}`, {
      as: site.owner,
    })
  const lineOf = async (query: Record<string, string>) =>
    (await overview(visit('/statistics', query))).line.values

  const text = await (await exported(visit('/statistics/export', { table: 'days' }))).text()
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  const column = (metric: (typeof metrics)[number]) =>
    rows.map((row) => Number(row.split(',')[metrics.indexOf(metric) + 1]))

  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = async (query: string) => {
    const answer = await fetch(
      `/api/v1/sites/${site.uuid}/statistics?from=${from}&to=${to}${query}`,
      { headers: { Authorization: `Bearer ${token}` } },
    )
    const { data } = (await answer.json()) as {
      data: { time_zone: string; steps: Record<string, number>[] }
    }
    return data
  }
  const api = await call('')
  const nudges = await byNudge(visit('/statistics/nudges'))
  const [nudge] = nudges.ranked.rows
  const filter = `nudge:${nudge?.key ?? ''}`
  const products = await byProduct(visit('/statistics/products'))
  const devices = await byPage(visit('/statistics/pages', { by: 'device' }))
  const goals = await byPage(visit('/statistics/pages', { by: 'goal' }))
  const home = (await homeLive(visit('/home/live'))).week
  const onHome = (metric: string) => home.figures.find((one) => one.metric === metric)?.line

  return {
    impressions: {
      screen: await lineOf({ chart: 'impressions' }),
      filtered: await lineOf({ chart: 'impressions', filter }),
      table: nudges.lines?.[nudge?.member ?? ''],
      file: column('impressions'),
      api: api.steps.map((step) => step['impressions']),
      filteredApi: (await call(`&nudge=${nudge?.key ?? ''}`)).steps.map(
        (one) => one['impressions'],
      ),
      home: onHome('impressions')?.values,
    },
    visitors: {
      screen: await lineOf({ chart: 'visitors' }),
      file: column('visitors'),
      api: api.steps.map((step) => step['visitors']),
    },
    conversions: {
      screen: await lineOf({ chart: 'goals' }),
      file: column('goals'),
      api: api.steps.map((step) => step['conversions']),
      home: onHome('goals')?.values,
    },
    after: {
      screen: await lineOf({ chart: 'after' }),
      filtered: await lineOf({ chart: 'after', filter }),
      file: column('after'),
      api: api.steps.map((step) => step['view_through_conversions']),
    },
    products: {
      line: products.lines?.['mug'],
      total: products.ranked.rows[0]?.totals.product_view,
    },
    totals: {
      nudge: nudge?.totals.impression,
      device: devices.ranked.rows[0]?.totals.impression,
      goal: goals.ranked.rows[0]?.totals.goal,
      onGoals: (await openGoals(visit('/goals'))).goals[0]?.reached.conversions,
    },
    zone: { heading: head.split(',"')[0]?.split(',')[0], api: api.time_zone, home: home.range },
  }
}

const table: readonly [timeZone: string, day: string, hours: number][] = [
  ['UTC', '2026-03-29', 24],
  ['Europe/London', '2026-03-29', 23],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kolkata', '2026-03-20', 24],
  ['Australia/Lord_Howe', '2026-04-05', 25],
  ['Pacific/Apia', '2026-03-20', 24],
  ['Pacific/Kiritimati', '2026-03-20', 24],
]

test.each(table)('in %s all readers have the same days around %s', async (timeZone, day, hours) => {
  const shop = await openShop()
  await setZone(shop, timeZone)
  const moments = await visitAround(shop, day)
  const now = shop.world.services.now()
  const today = localDay(timeZone, now)
  const week = Array.from({ length: 7 }, (_none, at) => shift(today, at - 6))
  const inDays = (some: readonly Date[]) =>
    week.map((one) => some.filter((at) => localDay(timeZone, at) === one).length)
  const counts = inDays(moments)
  // Sums that need raw events end with the last day (UTC) that is over.
  const rolledUntil = new Date(Math.floor(now.getTime() / dayMillis) * dayMillis)
  const over = moments.filter((at) => at < rolledUntil)
  const all = counts.reduce((sum, one) => sum + one, 0)

  expect(counts[week.indexOf(day)]).toBe(2 * hours)
  const read = await readEverywhere(shop, week)

  for (const [reader, values] of Object.entries(read.impressions))
    expect(values, reader).toEqual(counts)
  for (const [reader, values] of Object.entries(read.visitors))
    expect(values, `visitors ${reader}`).toEqual(counts)
  for (const [reader, values] of Object.entries(read.conversions))
    expect(values, `conversions ${reader}`).toEqual(counts)
  for (const [reader, values] of Object.entries(read.after))
    expect(values, `after ${reader}`).toEqual(inDays(over))
  const wholeDays = week.filter((one) => one < localDay(timeZone, rolledUntil))
  expect(read.products.line).toEqual(counts.slice(0, wholeDays.length))
  expect(read.products.total).toBe(over.length)
  expect(read.totals).toEqual({ nudge: all, device: all, goal: all, onGoals: all })
  expect(read.zone.api).toBe(timeZone)
  expect(read.zone.home).toEqual({ from: week[0], to: today })
})

test('an email report has the numbers of its local days', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const day = '2026-03-29'
  await setZone(shop, 'Europe/Berlin')
  await visitAround(shop, day)
  const { teamId, siteId } = site.scope
  const { system } = world.services.db
  await system.update(users).set({ emailVerifiedAt: world.clock.now() })
  await system
    .insert(siteReports)
    .values({ teamId, siteId, userId: site.owner.id, every: 'day', createdAt: world.clock.now() })

  const report = await readReport(world.services, {
    siteId,
    userId: site.owner.id,
    every: 'day',
    from: day,
    to: day,
  })

  expect(report).toMatchObject({
    zone: 'Europe/Berlin',
    totals: { visitors: 46, impressions: 46, goals: 46, after: 46 },
    before: { visitors: 48, impressions: 48, goals: 48, after: 48 },
  })
})

test('a report that is sent before its day is rolled up has what came after an impression, too', async () => {
  const shop = await openShop()
  const { world, site } = shop
  await setZone(shop, 'America/Los_Angeles')
  // 20 March ends there at seven in UTC.
  const moments = ['2026-03-20T23:30Z', '2026-03-21T06:59Z', '2026-03-21T07:01Z']
  const rows = moments.flatMap((at) => visitAt(shop, new Date(at)))
  await store(world.services, rows)
  await advanceTo(shop, new Date('2026-03-21T13:20Z').getTime())
  await rollDays(world.services)
  const { teamId, siteId } = site.scope
  const { system } = world.services.db
  const times = { createdAt: world.clock.now() }
  await system.update(users).set({ emailVerifiedAt: world.clock.now() })
  await system
    .insert(siteReports)
    .values({ teamId, siteId, userId: site.owner.id, every: 'day', ...times })
  const read = () =>
    readReport(world.services, {
      siteId,
      userId: site.owner.id,
      every: 'day',
      from: '2026-03-20',
      to: '2026-03-20',
    })

  const inTheMorning = await read()
  await advanceTo(shop, new Date('2026-03-22T02:00Z').getTime())
  await rollDays(world.services)

  expect(inTheMorning).toMatchObject({ totals: { visitors: 2, goals: 2, after: 2 } })
  expect(await read()).toEqual(inTheMorning)
})

test('another time zone counts past days again, and sums stay what they are', async () => {
  const shop = await openShop(50)
  const { world, site } = shop
  const moments = await visitAround(shop, '2026-03-20')
  const range = { from: '2026-03-17', to: '2026-03-23' }
  const days = Array.from({ length: 7 }, (_none, at) => shift(range.from, at))

  for (const timeZone of ['Pacific/Kiritimati', 'America/New_York', 'Asia/Kolkata', 'UTC']) {
    await setZone(shop, timeZone)
    const query = new URLSearchParams(range).toString()
    const visit = (path: string) => world.visit(`${path}?${query}`, { as: site.owner })
    const { line, totals, frame } = await overview(visit('/statistics'))
    const found = await effect(visit('/statistics/effect'))

    expect(line.values, timeZone).toEqual(
      days
        .slice(0, line.days.length)
        .map((day) => moments.filter((at) => localDay(timeZone, at) === day).length),
    )
    expect(totals.find(({ metric }) => metric === 'impressions')?.total).toBe(moments.length)
    expect(frame.zone).toBe(
      timeZone === 'Asia/Kolkata' ? 'Asia/Kolkata, from 00:30' : timeZone.replace('_', ' '),
    )
    expect(found.effect).toMatchObject({ arms: { shown: { visitors: moments.length } } })
  }
})
