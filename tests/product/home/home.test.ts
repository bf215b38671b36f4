import { expect, test } from 'vitest'
import { action, loader } from '#app/routes/home.tsx'
import type { HomeWeek } from '#app/presenters/home/week.server.ts'
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

const show = (world: World, { owner }: TestSite) => loader(world.visit('/', { as: owner }))

const totalsOf = ({ figures }: HomeWeek) =>
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
      week: {
        figures: ['goals', 'impressions', 'clicks'].map((metric) => ({ metric, total: 0 })),
        amounts: [],
      },
      nudges: [],
      counts: { published: 0, drafts: 0, goals: 0 },
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

  const { week, nudges } = (await show(world, site)).live
  expect(totalsOf(week)).toEqual({ goals: 0, impressions: 2, clicks: 1 })
  expect(nudges).toMatchObject([
    { name: 'Recent purchase', totals: { impressions: 2, clicks: 1 }, rate: 0.5 },
  ])
  // The page's response doesn't wait for it.
  await expect
    .poll(async () => (await show(world, site)).live.pixelSeenAt)
    .toEqual(world.clock.now())
})

test('reports older than seven days no longer count', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  await reportShown(world, site)

  world.clock.advance(8 * dayMillis)

  const { week, nudges } = (await show(world, site)).live
  expect(totalsOf(week)).toEqual({ goals: 0, impressions: 0, clicks: 0 })
  expect(nudges).toMatchObject([{ totals: { impressions: 0, clicks: 0 }, rate: null }])
})

test('the week is what Statistics count on the same days, with the week before', async () => {
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

  const { week } = (await show(world, site)).live
  const days = `from=${week.range.from}&to=${week.range.to}`
  const statistics = await showOverview(world.visit(`/statistics?${days}`, { as: site.owner }))

  expect(totalsOf(week)).toEqual({ goals: 4, impressions: 3, clicks: 1 })
  for (const { metric, line, before, ...figure } of week.figures) {
    expect(statistics.totals).toContainEqual({ metric, ...figure })
    const chart = await showOverview(
      world.visit(`/statistics?${days}&chart=${metric}`, { as: site.owner }),
    )
    expect({ line, before }).toEqual({ line: chart.line, before: chart.before })
  }
  const { before } = week.figures.find(({ metric }) => metric === 'impressions') ?? {}
  expect(before?.values).toEqual([1, 0, 0, 0, 0, 0, 1])
  expect(week.compared).toEqual(statistics.compared)
  expect(week.amounts).toEqual([
    { currency: 'EUR', cents: 3250 },
    { currency: 'USD', cents: 500 },
  ])
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

  expect(totalsOf(view.week)).toEqual({ goals: 0, impressions: 0, clicks: 0 })
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

  const { issues: problems, effect } = await show(world, site)
  expect(fresh.issues).toEqual([])
  expect(problems).toMatchObject([{ to: `/pixel/${site.uuid}?part=check` }])
  expect(effect).toEqual({ kind: 'no_experiment' })
})

test('the impact counts the days that Statistics show', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 50 } })
  await liftLimits(world.services)
  const visit = () => eventRow(site, { receivedAt: world.clock.now(), arm: 'shown' })
  await store(world.services, [visit(), visit()])
  // Within 30 times 24 hours, but on the day before the last 30 days.
  world.clock.advance(29.9 * dayMillis)
  await store(world.services, [visit()])

  const home = await show(world, site)
  const statistics = await showImpact(world.visit('/statistics/effect', { as: site.owner }))

  expect(statistics.effect).toMatchObject({ arms: { shown: { visitors: 1 } } })
  expect(home.effect).toEqual(statistics.effect)
})
