/** Billing stops exactly at the limit, however many processes count concurrently. */
import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { meters, pixelEvents, sites, teams, visitorDays } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { storeEvents } from '#app/domain/events/store-events.server.ts'
import { addBoost } from '#app/domain/plans/change-plan.server.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import { compose } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '../../support/makers.ts'
import {
  browser,
  impressionEvent,
  serveEdge,
  visitEvent,
  type ServedEdge,
} from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

/** The nth of many people, each with a different browser. */
const person = (number: number) => ({
  'User-Agent': browser.replace('140.0.0.0', `140.0.0.${String(number)}`),
})

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_value, index) => from + index)

/** One visit each. */
async function visitAs(edge: ServedEdge, site: TestSite, people: readonly number[]) {
  const outcomes: string[] = []
  for (const number of people) {
    const answers = await edge.page(site, person(number)).report(visitEvent())
    outcomes.push(...answers.map(({ outcome }) => outcome))
  }
  return outcomes
}

/** One visit each of people who consented, reported in batches. */
async function visitKnown(edge: ServedEdge, site: TestSite, people: readonly number[]) {
  const outcomes: string[] = []
  for (let from = 0; from < people.length; from += 25) {
    const events = people.slice(from, from + 25).map((number) => ({
      ...visitEvent(),
      visitor: `visitor-${String(number).padStart(20, '0')}`,
    }))
    const answers = await edge.page(site).report(...events)
    outcomes.push(...answers.map(({ outcome }) => outcome))
  }
  return outcomes
}

const repeat = (count: number, outcome: string) => Array.from({ length: count }, () => outcome)

/** A site whose team can use this many visitors in a month. */
async function openShop(planLimit: number, holdout = 0) {
  const world = await createWorld()
  const site = await world.site({ options: { holdout } })
  const { teamId } = site.scope
  await world.services.db.system.update(teams).set({ planLimit }).where(eq(teams.id, teamId))
  return { world, site, edge: await serveEdge(world.services) }
}

/**
 * Services of a second collector: another process on PostgreSQL; within this one on the embedded
 * database, which a single process serves.
 */
async function joinAsSecond({ services, clock, engine }: World): Promise<Services> {
  if (engine === 'pglite') return services
  const { config, log } = services
  const second = await compose(config, { log, now: clock.now })
  onTestFinished(second.close)
  return second.services
}

const billedRows = ({ db }: Services, { scope }: TestSite) =>
  db.system
    .select({ outcome: pixelEvents.outcome, arm: pixelEvents.arm, type: pixelEvents.type })
    .from(pixelEvents)
    .where(and(eq(pixelEvents.siteId, scope.siteId), eq(pixelEvents.isBilled, true)))

const metersOf = ({ db }: Services, { scope }: TestSite) =>
  db.system.select().from(meters).where(eq(meters.teamId, scope.teamId)).orderBy(meters.month)

/** As the next page sees it. */
async function isLimitReached({ siteCache }: Services, { uuid }: TestSite) {
  siteCache.invalidate(uuid)
  return (await siteCache.site(uuid))?.isLimitReached
}

const countEach = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)]
      .sort()
      .map((one) => [one, outcomes.filter((other) => other === one).length]),
  )

test('four reporters and two collectors bill a plan of 1,000 visitors for exactly 1,000', async () => {
  const world = await createWorld()
  const site = await world.site()
  const one = await serveEdge(world.services)
  const other = await serveEdge(await joinAsSecond(world))
  // 225 browsers, and 975 visitors who consented. Both collectors see some of each.
  const reporters = [
    visitAs(one, site, numbers(0, 150)),
    visitAs(other, site, numbers(75, 150)),
    visitKnown(one, site, numbers(0, 600)),
    visitKnown(other, site, numbers(300, 675)),
  ]

  const outcomes = (await Promise.all(reporters)).flat()

  const rows = await billedRows(world.services, site)
  expect(countEach(rows.map(({ type, outcome }) => `${type} ${outcome}`))).toEqual({
    'visit accepted': 1_000,
  })
  expect(countEach(outcomes)).toEqual({ accepted: 1_375, over_limit: 200 })
  const [meter] = await metersOf(world.services, site)
  expect(meter).toMatchObject({ visitors: 1_000, allowance: 1_000 })
  expect(meter?.limitReachedAt).not.toBeNull()
  expect(await isLimitReached(world.services, site)).toBe(true)
  expect(await recount(world.services)).toEqual([])
})

test('a Shopify plan is measured by impressions, and by them alone', async () => {
  const world = await createWorld()
  const site = await world.site()
  await setPlan(world.services, site.team.scope, { planId: 'free-shopify' })
  await storePurchase(world.services, site)
  await world.nudge(site)
  const edges = [await serveEdge(world.services), await serveEdge(await joinAsSecond(world))]
  const payload = await (edges[0] as ServedEdge).page(site).payload()
  const reports = numbers(0, 4).flatMap((reporter) =>
    edges.map((edge) => edge.page(site, person(reporter))),
  )

  const outcomes = await Promise.all(
    reports.map(async (page) => {
      await page.report(visitEvent())
      return page.report(...numbers(0, 45).map(() => impressionEvent(payload)))
    }),
  )

  expect(countEach(outcomes.flat().map(({ outcome }) => outcome))).toEqual({
    accepted: 300,
    over_limit: 60,
  })
  const rows = await billedRows(world.services, site)
  expect(countEach(rows.map(({ type, outcome }) => `${type} ${outcome}`))).toEqual({
    'impression accepted': 300,
  })
  expect(await metersOf(world.services, site)).toMatchObject([
    { meteredBy: 'impressions', impressions: 300, visitors: 4, allowance: 300 },
  ])
  expect(await isLimitReached(world.services, site)).toBe(true)
  expect(await recount(world.services)).toEqual([])
})

test('below the limit nothing pauses, at the limit it does', async () => {
  const { world, site, edge } = await openShop(3)

  await visitAs(edge, site, [1, 2])
  const before = await isLimitReached(world.services, site)
  await visitAs(edge, site, [3])

  expect(before).toBe(false)
  expect(await isLimitReached(world.services, site)).toBe(true)
})

test('a boost lifts the limit by its units', async () => {
  const { world, site, edge } = await openShop(3)
  expect(await visitAs(edge, site, numbers(0, 4))).toEqual([...repeat(3, 'accepted'), 'over_limit'])

  const expiresAt = new Date(world.clock.now().getTime() + dayMillis)
  await addBoost(world.services, site.scope, { units: 2, expiresAt })

  expect(await isLimitReached(world.services, site)).toBe(false)
  expect(await visitAs(edge, site, numbers(10, 3))).toEqual(['accepted', 'accepted', 'over_limit'])
  expect(await billedRows(world.services, site)).toHaveLength(5)
  expect(await isLimitReached(world.services, site)).toBe(true)
})

test('when a boost expires the old limit applies immediately, even with units left', async () => {
  const { world, site, edge } = await openShop(3)
  const expiresAt = new Date(world.clock.now().getTime() + dayMillis)
  await addBoost(world.services, site.scope, { units: 5, expiresAt })
  expect(await visitAs(edge, site, numbers(0, 4))).toEqual(repeat(4, 'accepted'))
  world.clock.advance(dayMillis - 1)
  expect(await isLimitReached(world.services, site)).toBe(false)

  world.clock.advance(1)

  expect(await isLimitReached(world.services, site)).toBe(true)
  expect(await visitAs(edge, site, [20])).toEqual(['over_limit'])
  expect(await billedRows(world.services, site)).toHaveLength(4)
  expect(await recount(world.services)).toEqual([])
})

test('a raised plan counts on from where the old one stopped', async () => {
  const { world, site, edge } = await openShop(3)
  await visitAs(edge, site, numbers(0, 4))

  await setPlan(world.services, site.scope, { planId: 'lite' })

  expect(await isLimitReached(world.services, site)).toBe(false)
  expect(await visitAs(edge, site, numbers(10, 5))).toEqual(repeat(5, 'accepted'))
  expect(await metersOf(world.services, site)).toMatchObject([
    { visitors: 8, allowance: 10_000, limitReachedAt: null },
  ])
})

test('a lowered plan pauses immediately when more than it allows is used', async () => {
  const { world, site, edge } = await openShop(3)
  await setPlan(world.services, site.scope, { planId: 'plus' })
  await visitAs(edge, site, numbers(0, 4))
  await world.services.db.system.update(meters).set({ visitors: 1_200 })

  await setPlan(world.services, site.scope, { planId: 'free' })

  expect(await isLimitReached(world.services, site)).toBe(true)
  expect(await metersOf(world.services, site)).toMatchObject([
    { limitReachedAt: world.clock.now() },
  ])
  expect(await visitAs(edge, site, [10])).toEqual(['over_limit'])
})

test('Plus counts every visitor and never stops', async () => {
  const { world, site, edge } = await openShop(3)
  await setPlan(world.services, site.scope, { planId: 'plus' })

  expect(await visitAs(edge, site, numbers(0, 60))).toEqual(repeat(60, 'accepted'))

  expect(await isLimitReached(world.services, site)).toBe(false)
  expect(await metersOf(world.services, site)).toMatchObject([
    { visitors: 60, allowance: null, limitReachedAt: null },
  ])
  expect(await billedRows(world.services, site)).toHaveLength(60)
})

test('who is held out, bots and foreign pages are never billed', async () => {
  const { world, site, edge } = await openShop(1_000, 50)
  const bot = { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }
  await edge.page(site, bot).report(visitEvent())
  await edge
    .page(site, { ...person(900), Origin: 'https://elsewhere.example' })
    .report(visitEvent())
  expect(await metersOf(world.services, site)).toEqual([])

  await visitAs(edge, site, numbers(0, 60))

  const stored = await world.services.db.system
    .select({ arm: pixelEvents.arm })
    .from(pixelEvents)
    .where(eq(pixelEvents.outcome, 'accepted'))
  const { shown = 0, holdout = 0 } = countEach(stored.map(({ arm }) => arm))
  expect(shown + holdout).toBe(60)
  expect([shown > 0, holdout > 0]).toEqual([true, true])
  const rows = await billedRows(world.services, site)
  expect(countEach(rows.map(({ arm }) => arm))).toEqual({ shown })
  expect(await metersOf(world.services, site)).toMatchObject([{ visitors: shown }])
})

test('while the owner has stopped all nudges, new visitors aren’t billed', async () => {
  const { world, site, edge } = await openShop(3)
  const { services } = world
  const pause = (pausedAt: Date | null) =>
    services.db.system.update(sites).set({ pausedAt }).where(eq(sites.id, site.scope.siteId))

  await pause(services.now())
  services.siteCache.invalidate(site.uuid)
  const paused = await visitAs(edge, site, numbers(0, 5))
  const meteredThen = await metersOf(services, site)
  await pause(null)
  services.siteCache.invalidate(site.uuid)
  const resumed = await visitAs(edge, site, numbers(5, 4))

  expect([paused, meteredThen]).toEqual([repeat(5, 'accepted'), []])
  expect(resumed).toEqual([...repeat(3, 'accepted'), 'over_limit'])
  const meter = await readMeter(services, site.scope)
  expect(meter).toMatchObject({ used: 3, sites: [{ used: 3 }] })
  const days = await services.db.system.select().from(visitorDays)
  expect(days.reduce((total, { visitors }) => total + visitors, 0)).toBe(8)
  expect(await recount(services)).toEqual([])
})

test('in the batch that reaches the limit, both arms count up to the same visitor', async () => {
  const { world, site } = await openShop(3, 50)
  const { services } = world
  const receivedAt = services.now()
  const arms = ['shown', 'holdout', 'holdout', 'shown', 'holdout', 'shown', 'holdout'] as const
  const late = ['shown', 'holdout', 'shown', 'holdout', 'holdout'] as const

  const fates = await storeEvents(
    services.pool,
    [...arms, ...late].map((arm) => eventRow(site, { arm, receivedAt })),
  )

  expect(fates).toEqual([...repeat(7, 'accepted'), ...repeat(5, 'over_limit')])
  const days = await services.db.system.select().from(visitorDays).orderBy(visitorDays.arm)
  expect(days).toMatchObject([
    { arm: 'holdout', visitors: 4 },
    { arm: 'shown', visitors: 3 },
  ])
  expect(await recount(services)).toEqual([])
})

test('a new month begins with nothing used, and the old one stays as it was', async () => {
  const { world, site, edge } = await openShop(3)
  await visitAs(edge, site, numbers(0, 5))
  const [march] = await metersOf(world.services, site)

  world.clock.advance(30 * dayMillis)

  expect(await isLimitReached(world.services, site)).toBe(false)
  expect(await visitAs(edge, site, numbers(0, 5))).toEqual([
    ...repeat(3, 'accepted'),
    ...repeat(2, 'over_limit'),
  ])
  const found = await metersOf(world.services, site)
  expect(found).toMatchObject([{ month: '2026-03-01' }, { month: '2026-04-01', visitors: 3 }])
  expect(found[0]).toEqual(march)
})

test('the sites of a team share one limit, other teams have their own', async () => {
  const { world, site, edge } = await openShop(3)
  const sister = await world.site({ team: site.team })
  const stranger = await world.site()
  await visitAs(edge, site, [1, 2])
  await visitAs(edge, sister, [1])

  expect(await visitAs(edge, sister, [2])).toEqual(['over_limit'])
  expect(await visitAs(edge, stranger, [1, 2])).toEqual(['accepted', 'accepted'])
  expect(await isLimitReached(world.services, sister)).toBe(true)
  expect(await isLimitReached(world.services, stranger)).toBe(false)
})
