import { expect, test } from 'vitest'
import { action, loader } from '#app/routes/home.tsx'
import { sites } from '#app/db/schema/index.ts'
import type { HomePeriod } from '#app/presenters/home/period.server.ts'
import { loader as showOverview } from '#app/routes/statistics/overview.tsx'
import { loader as showImpact } from '#app/routes/statistics/effect.tsx'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { storeNudge } from '../../support/nudges.ts'
import type { TestSite } from '../../support/makers.ts'
import { impressionEvent, newEventId, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const show = (world: World, { owner }: TestSite, query = '') =>
  loader(world.visit(`/${query}`, { as: owner }))

const totalsOf = ({ figures }: HomePeriod) =>
  Object.fromEntries(figures.map(({ metric, total }) => [metric, total]))

/** One impression and optionally its click. */
async function reportShown(world: World, site: TestSite, isClicked = false) {
  const page = (await serveEdge(world.services)).page(site)
  const shown = impressionEvent(await page.payload())
  const clicked = { ...shown, id: newEventId(), type: 'click' }
  await page.report(...(isClicked ? [shown, clicked] : [shown]))
}

test('a new site shows zeros, nothing seen and nothing published', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })

  const view = await show(world, site)

  expect(view).toMatchObject({
    host: 'shop.example',
    live: {
      pixelSeenAt: null,
      lastReceivedAt: null,
      visitorsNow: null,
      period: {
        length: 28,
        hasOrders: false,
        figures: ['orders', 'goals', 'impressions', 'clicks'].map((metric) => ({
          metric,
          total: 0,
          before: 0,
        })),
        amounts: [],
      },
      nudges: [],
      counts: { published: 0, drafts: 0, goals: 0, otherGoals: 0 },
      activities: [],
    },
    issues: [],
    recommended: [],
  })
})

test('an impression and a click are counted for the site and for the nudge', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)

  await reportShown(world, site, true)
  await reportShown(world, site)

  const { period, nudges, seenCount } = (await show(world, site)).live
  expect(totalsOf(period)).toMatchObject({ goals: 0, impressions: 2, clicks: 1 })
  expect(seenCount).toBe(1)
  expect(nudges).toMatchObject([
    { name: 'Recent purchase', totals: { impressions: 2, clicks: 1 }, rate: 0.5 },
  ])
  // The page's response doesn't wait for it.
  await expect
    .poll(async () => (await show(world, site)).live.pixelSeenAt)
    .toEqual(world.clock.now())
})

test('reports older than the chosen days no longer count', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  await reportShown(world, site)

  world.clock.advance(8 * dayMillis)

  const { period, nudges, seenCount } = (await show(world, site, '?days=7')).live
  expect(totalsOf(period)).toMatchObject({ goals: 0, impressions: 0, clicks: 0 })
  expect(totalsOf((await show(world, site, '?days=28')).live.period).impressions).toBe(1)
  expect(seenCount).toBe(0)
  expect(nudges).toMatchObject([{ totals: { impressions: 0, clicks: 0 }, rate: null }])
})

test('the period is what Statistics count on the same days, with the time before', async () => {
  const world = await createWorld()
  const site = await world.site()
  await liftLimits(world.services)
  const goal = await createGoal(world.services, site.scope, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  const shown = (ago: number, type: 'impression' | 'click' = 'impression') =>
    eventRow(site, { type, receivedAt: new Date(world.clock.now().getTime() - ago * dayMillis) })
  const reached = (order: string, amountCents: number | null, currency: string | null) =>
    eventRow(site, {
      type: 'goal',
      receivedAt: world.clock.now(),
      goal: { goalId: goal.id, uniqueKey: `order:${order}`, amountCents, currency },
    })
  await store(world.services, [
    ...[shown(0), shown(0), shown(0, 'click'), shown(6), shown(7), shown(13), shown(14)],
    ...[reached('1', 1250, 'EUR'), reached('2', 500, 'USD'), reached('3', 2000, 'EUR')],
    reached('4', null, null),
  ])

  const { period } = (await show(world, site, '?days=7')).live
  const days = `from=${period.range.from}&to=${period.range.to}`
  const statistics = await showOverview(world.visit(`/statistics?${days}`, { as: site.owner }))

  expect(totalsOf(period)).toEqual({ orders: 0, goals: 4, impressions: 3, clicks: 1 })
  for (const { metric, total, line, lineBefore } of period.figures.slice(1)) {
    expect(statistics.totals).toContainEqual(expect.objectContaining({ metric, total }))
    const chart = await showOverview(
      world.visit(`/statistics?${days}&chart=${metric}`, { as: site.owner }),
    )
    expect({ line, before: lineBefore }).toEqual({ line: chart.line, before: chart.before })
  }
  const { lineBefore } = period.figures.find(({ metric }) => metric === 'impressions') ?? {}
  expect(lineBefore?.values).toEqual([1, 0, 0, 0, 0, 0, 1])
  expect(period.amounts).toEqual([
    { currency: 'EUR', cents: 3250 },
    { currency: 'USD', cents: 500 },
  ])
})

test('a change compares the same hours of both periods', async () => {
  const world = await createWorld()
  const site = await world.site()
  await liftLimits(world.services)
  // It is ten, and the last day before had two impressions later than that.
  const shown = (at: string) =>
    eventRow(site, { type: 'impression', receivedAt: new Date(`${at}:30Z`) })
  await store(world.services, [
    ...[shown('2026-02-22T09:59'), shown('2026-02-23T09:10'), shown('2026-02-23T10:01')],
    ...[shown('2026-02-23T23:50'), shown('2026-03-02T09:20')],
  ])
  for (const [at, amountCents] of [
    ['2026-02-23T09:00Z', 1000],
    ['2026-02-23T12:00Z', 2000],
    ['2026-03-02T09:00Z', 4000],
  ] as const) {
    await storePurchase(world.services, site, {
      occurredAt: new Date(at),
      amountCents,
      currency: 'USD',
    })
  }

  const { figures, range } = (await show(world, site, '?days=7')).live.period

  expect(range).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(
    figures.map(({ metric, total, before, currency }) => [metric, total, before, currency]),
  ).toEqual([
    ['orders', 1, 1, null],
    ['revenue', 40, 10, 'USD'],
    ['goals', 0, 0, null],
    ['impressions', 1, 2, null],
    ['clicks', 0, 0, null],
  ])
})

test('orders and revenue leave out what wasn’t sold, and never add two currencies', async () => {
  const world = await createWorld()
  const site = await world.site()
  const order = (facts: Parameters<typeof storePurchase>[2]) =>
    storePurchase(world.services, site, { currency: 'USD', amountCents: 1000, ...facts })
  await order({})
  await order({ amountCents: 2550 })
  await order({ currency: 'EUR', amountCents: 700 })
  // Sold, although the owner keeps it out of nudges.
  await order({ approval: 'hidden' })
  await order({ approval: 'quarantined' })
  await order({ state: 'refunded' })
  await order({ state: 'cancelled' })
  await order({ isTest: true })

  const { hasOrders, figures } = (await show(world, site)).live.period

  expect(hasOrders).toBe(true)
  expect(figures.slice(0, 2)).toMatchObject([
    { metric: 'orders', total: 4 },
    {
      metric: 'revenue',
      currency: 'USD',
      total: 45.5,
      others: [{ currency: 'EUR', total: 7 }],
    },
  ])
})

test('only nudges that were seen are listed once one was, the most seen first', async () => {
  const world = await createWorld()
  const site = await world.site()
  await liftLimits(world.services)
  await storeNudge(world.services, site, { type: 'visitors', name: 'Never seen' })
  const names = async () => (await show(world, site)).live.nudges.map(({ name }) => name)
  const unseen = await names()
  const [once, twice] = await Promise.all(
    ['Seen once', 'Seen twice'].map((name) =>
      storeNudge(world.services, site, { type: 'visitors', name }),
    ),
  )
  const receivedAt = world.clock.now()
  await store(
    world.services,
    [once, twice, twice].map((nudge) =>
      eventRow(site, { type: 'impression', nudge: nudge ?? null, receivedAt }),
    ),
  )

  expect(unseen).toEqual(['Never seen'])
  expect(await names()).toEqual(['Seen twice', 'Seen once'])
})

test('visitors now are counted only where a nudge needs their number', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  const without = (await show(world, site)).live.visitorsNow
  await storeNudge(world.services, site, { type: 'visitors' })
  const heartbeat = { id: newEventId(), type: 'heartbeat', page: '/' }
  await (await serveEdge(world.services)).page(site).report(heartbeat)

  expect(without).toBeNull()
  await expect.poll(async () => (await show(world, site)).live.visitorsNow).toBe(1)
})

test('activities are listed newest first in the words of the nudge, with the reason they aren’t shown', async () => {
  const world = await createWorld()
  const site = await world.site()
  const before = (millis: number) => new Date(world.clock.now().getTime() - millis)
  await storePurchase(world.services, site, { occurredAt: before(9 * dayMillis) })
  await storePurchase(world.services, site, { occurredAt: before(1000), firstName: null })
  await storePurchase(world.services, site, { occurredAt: before(2000), isShowable: false })

  const { activities, lastReceivedAt } = (await show(world, site)).live

  expect(activities.map(({ title, text, state }) => [`${title} ${text}`, state])).toEqual([
    ['Someone in the Netherlands bought Blue Kettle', 'live'],
    ['Ann in the Netherlands bought Blue Kettle', 'withheld'],
    ['Ann in the Netherlands bought Blue Kettle', 'old'],
  ])
  expect(lastReceivedAt).toEqual(world.clock.now())
})

test("another team's figures and activities are not part of it", async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]
  await storePurchase(world.services, theirs)
  await world.nudge(theirs)
  await reportShown(world, theirs, true)

  const { live: view } = await show(world, mine)

  expect(totalsOf(view.period)).toEqual({ orders: 0, goals: 0, impressions: 0, clicks: 0 })
  expect([view.nudges, view.activities]).toEqual([[], []])
})

test('the kill switch stops every nudge, says since when, and is thrown back', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  const page = (await serveEdge(world.services)).page(site)
  const press = (intent: string) => action(world.visit('/', { as: site.owner, form: { intent } }))

  await press('pause')
  const since = world.clock.now()
  world.clock.advance(60_000)
  await press('pause')
  const paused = await page.payload()
  const view = await show(world, site)
  await press('resume')

  expect(paused).toMatchObject({ nudges: [], withheld: 'paused' })
  expect(view.pausedAt).toEqual(since)
  expect((await page.payload()).nudges).toHaveLength(1)
  expect((await show(world, site)).pausedAt).toBeNull()
})

test('no one else can pause the site', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()

  await expect(action(world.visit('/', { form: { intent: 'pause' } }))).rejects.toMatchObject({
    status: 302,
  })
  await action(world.visit('/', { as: other.owner, form: { intent: 'pause' } }))

  expect((await show(world, site)).pausedAt).toBeNull()
})

test('home reports an effect that isn’t measured and a silent pixel', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 0 } })
  await storePurchase(world.services, site)
  await world.nudge(site)
  await reportShown(world, site)
  const fresh = await show(world, site)

  world.clock.advance(2 * dayMillis)

  const { issues: problems, verdict, isMeasured } = await show(world, site)
  expect(fresh.issues).toEqual([])
  expect(problems).toMatchObject([{ to: `/pixel/${site.uuid}?part=check` }])
  expect(verdict).toMatchObject({ kind: 'unclear', answer: 'Not measured yet' })
  expect(isMeasured).toBe(false)
})

test('the verdict is since the group’s start, as Statistics have it, whichever period is chosen', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 50 } })
  await liftLimits(world.services)
  const goal = await createGoal(world.services, site.scope, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  const visitors = (arm: 'shown' | 'holdout', count: number, converters: number) =>
    Array.from({ length: count }, (_one, number) => {
      const receivedAt = world.clock.now()
      const seen = eventRow(site, { receivedAt, arm })
      const uniqueKey = `order:${arm}-${String(number)}-${receivedAt.toISOString()}`
      const reached = { goalId: goal.id, uniqueKey, amountCents: null, currency: null }
      const about = { receivedAt, arm, visitor: seen.visitor }
      return number < converters
        ? [seen, eventRow(site, { ...about, type: 'goal', goal: reached })]
        : [seen]
    }).flat()
  await store(world.services, [...visitors('shown', 300, 150), ...visitors('holdout', 300, 40)])
  world.clock.advance(10 * dayMillis)
  await store(world.services, [...visitors('shown', 200, 34), ...visitors('holdout', 200, 30)])

  const [week, month] = [await show(world, site, '?days=7'), await show(world, site)]
  const { from, to } = week.live.period.range
  const impact = (path: string) => showImpact(world.visit(path, { as: site.owner }))
  const statistics = await impact('/statistics/effect')
  const chosen = await impact(`/statistics/effect?from=${from}&to=${to}`)

  expect(statistics.effect).toMatchObject({
    kind: 'compared',
    isFromStart: true,
    comparison: { lift: week.verdict.lift },
  })
  expect(chosen.effect).toMatchObject({ isFromStart: false, days: { from, to } })
  expect(week.verdict).toEqual(month.verdict)
  expect(month.verdict.kind).toBe('more')
  expect(month.verdict.lift?.lower).toBeGreaterThan(0)
  expect(month.verdictDays).toEqual({ from: '2026-03-02', to: '2026-03-12' })
  expect(week.verdictDays).toEqual(month.verdictDays)

  await world.services.db.system.update(sites).set({ pixelSeenAt: world.clock.now() })
  const { fetch } = await world.serve()
  const colored = async (path: string) => {
    const answer = await fetch(path, { headers: { Cookie: site.owner.cookie } })
    return /verdict__answer (good|bad)/.exec(await answer.text())?.[1]
  }
  expect([await colored('/?days=7'), await colored('/')]).toEqual(['good', 'good'])
})
