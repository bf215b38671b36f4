import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notShownReasons, type PixelEventType } from '#app/contract/pixel-events.ts'
import { goals, nudges, pixelEvents } from '#app/db/schema/index.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import {
  readNotShown,
  readNotShownByNudge,
  readNudgeNotShown,
} from '#app/domain/stats/not-shown.server.ts'
import { readMetricDays } from '#app/domain/stats/overview.server.ts'
import { readRanking, type RankingColumn } from '#app/domain/stats/ranking.server.ts'
import { readSeries } from '#app/domain/stats/series.server.ts'
import { readCounts, readTotals } from '#app/domain/stats/totals.server.ts'
import { allTime } from '#app/domain/stats/totals.ts'
import { provenSite } from '#app/domain/prove-scope.ts'
import type { TestSite } from '../../support/makers.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { hourMillis, dayMillis } from '#app/lib/time.ts'

/** The clock is at ten on 2 March 2026. */
const at = (text: string) => new Date(`2026-${text}:00Z`)

const advanceTo = ({ clock }: World, moment: Date) => {
  clock.advance(moment.getTime() - clock.now().getTime())
}

const types = ['visit', 'impression', 'click', 'not_shown', 'goal'] as const

/** Counts of events by member. The first type ranks them. */
function columnsOf<Type extends PixelEventType>(
  dimension: RankingColumn<Type>['dimension'],
  [first, ...others]: readonly [Type, ...Type[]],
): [RankingColumn<Type>, ...RankingColumn<Type>[]] {
  const columnOf = (type: Type) => ({ key: type, dimension, type })
  return [columnOf(first), ...others.map(columnOf)]
}

const kinds = ['purchase', 'visitors', 'purchase'] as const

/** A site with three nudges of two types and two goals. */
async function openSite(world: World) {
  const { services } = world
  const site = await world.site()
  await liftLimits(services)
  const whose = { teamId: site.scope.teamId, siteId: site.scope.siteId }
  const times = { createdAt: services.now(), updatedAt: services.now() }
  const madeNudges = await services.db.system
    .insert(nudges)
    .values(
      kinds.map((type, position) => ({
        ...whose,
        ...times,
        surface: 'popup' as const,
        state: 'published' as const,
        type,
        name: type,
        position,
      })),
    )
    .returning({ id: nudges.id, shortId: nudges.shortId, type: nudges.type })
  const madeGoals = await services.db.system
    .insert(goals)
    .values(
      ['Order', 'Letter'].map((name) => ({
        ...whose,
        ...times,
        name,
        kind: 'js' as const,
        isRepeatable: true,
      })),
    )
    .returning({ id: goals.id })
  return { site, nudges: madeNudges, goals: madeGoals }
}

type Shop = Awaited<ReturnType<typeof openSite>>

const happening = fc.record({
  /** Since the start of the run; in two ranges, so that some are at the edge of closed days. */
  minute: fc.oneof(fc.nat(75 * 24 * 60), fc.nat(3 * 24 * 60)),
  type: fc.constantFrom(...types),
  nudge: fc.nat(2),
  goal: fc.nat(1),
  page: fc.constantFrom('/', '/a', '/b', "/it's%", '/ä'),
  device: fc.constantFrom('desktop' as const, 'mobile' as const, 'tablet' as const),
  country: fc.constantFrom('', 'DE', 'NL'),
  reason: fc.constantFrom(...notShownReasons),
  amount: fc.integer({ min: 1, max: 9 }),
  outcome: fc.constantFrom('accepted' as const, 'accepted' as const, 'bot' as const),
})
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

function rowOf(
  { site, nudges: known, goals: reached }: Shop,
  begin: Date,
  one: Happening,
): EventRow {
  const isOfNudge = one.type === 'impression' || one.type === 'click' || one.type === 'not_shown'
  const row = eventRow(site, {
    type: one.type,
    page: one.page,
    device: one.device,
    country: one.country,
    outcome: one.outcome,
    receivedAt: new Date(begin.getTime() + one.minute * 60_000),
    nudge: isOfNudge ? (known[one.nudge]?.shortId ?? null) : null,
    reason: one.type === 'not_shown' ? one.reason : '',
    amount: one.type === 'not_shown' ? one.amount : 1,
  })
  const goalId = reached[one.goal]?.id ?? 0
  const worth = { amountCents: null, currency: null }
  return one.type === 'goal' ? { ...row, goal: { goalId, uniqueKey: row.id, ...worth } } : row
}

/** Totals by key and type, from the events themselves. */
function countBy(rows: EventRow[], keyOf: (row: EventRow) => string | null) {
  const counted = new Map<string, Partial<Record<PixelEventType, number>>>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const totals = counted.get(key) ?? {}
    counted.set(key, { ...totals, [row.type]: (totals[row.type] ?? 0) + row.amount })
  }
  return counted
}

const filled = (totals: Partial<Record<PixelEventType, number>> = {}) =>
  Object.fromEntries(types.map((type) => [type, totals[type] ?? 0]))

const keysOf = ({ nudges: known }: Shop) => {
  const nudgeOf = ({ nudge }: EventRow) => known.find(({ shortId }) => shortId === nudge)
  return {
    nudge: (row: EventRow) => nudgeOf(row)?.id.toString() ?? null,
    page: ({ page }: EventRow) => page,
    device: ({ device }: EventRow) => device,
    country: ({ country }: EventRow) => country,
    detail: ({ goal, reason }: EventRow) => goal?.goalId.toString() ?? (reason || null),
  }
}

const plan = fc.record({
  events: fc.array(happening, { minLength: 1, maxLength: 120 }),
  /** Length of the run, and when days are rolled up during it. */
  hours: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 65 * 24, max: 75 * 24 })),
  rolledAfter: fc.array(fc.integer({ min: 0, max: 75 * 24 }), { maxLength: 2 }),
  isRolledLast: fc.boolean(),
  windows: fc.array(fc.tuple(fc.integer({ min: -100, max: 100_000 }), fc.nat(100_000)), {
    minLength: 1,
    maxLength: 3,
  }),
})

test('series, breakdowns and totals equal a plain count of the events, without reading any', async () => {
  const world = await createWorld()
  const { services } = world

  await fc.assert(
    fc.asyncProperty(plan, async ({ events, hours, rolledAfter, isRolledLast, windows }) => {
      // Days that an earlier run closed are over. This one starts on the next.
      world.clock.advance(2 * dayMillis)
      const begin = services.now()
      const shop = await openSite(world)
      const { scope } = shop.site
      const end = new Date(begin.getTime() + hours * hourMillis)
      const rows = events
        .map((one) => rowOf(shop, begin, one))
        .filter(({ receivedAt }) => receivedAt <= end)
      // Events are stored on arrival. A roll-up finds all events up to then.
      const stops = [...rolledAfter.map((hour) => begin.getTime() + hour * hourMillis), Infinity]
      let stored = 0
      for (const stop of stops.sort((one, other) => one - other)) {
        const until = new Date(Math.min(stop, end.getTime()))
        const sorted = rows.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
        const due = sorted.filter(({ receivedAt }) => receivedAt <= until).length
        await store(services, sorted.slice(stored, due))
        stored = due
        advanceTo(world, until)
        if (stop !== Infinity || isRolledLast) await rollDays(services)
      }
      await services.db.system.delete(pixelEvents)
      const counted = rows.filter(({ outcome }) => outcome === 'accepted')

      // One has no length, in an hour that counts. The last contains a whole month when the run is
      // long enough.
      const empty = [events[0]?.minute ?? 0, 0] as const
      for (const [start, length] of [...windows, empty, [-100, 76 * 24 * 60] as const]) {
        const from = new Date(begin.getTime() + start * 60_000)
        const window = { from, to: new Date(from.getTime() + length * 60_000) }
        const inWindow = within(counted, window, hourMillis)

        expect(await readCounts(services, scope, { window, types })).toEqual(
          filled(countBy(inWindow, () => '').get('')),
        )
        for (const [dimension, keyOf] of Object.entries(keysOf(shop))) {
          const columns = columnsOf(dimension as keyof ReturnType<typeof keysOf>, types)
          const found = await readRanking(services, scope, { window, columns, limit: 1000 })
          const expected = countBy(inWindow, keyOf)
          expect(new Map(found.map(({ member, totals }) => [member, totals]))).toEqual(
            new Map([...expected].map(([member, totals]) => [member, filled(totals)])),
          )
          // With many members, a page is read by another query than the whole.
          if (dimension === 'nudge' || dimension === 'page') {
            const page = { window, columns, limit: 2, offset: 1 }
            expect(await readRanking(services, scope, page)).toEqual(found.slice(1, 3))
          }
          const visits = found.map(({ totals }) => totals.visit)
          expect(visits).toEqual(visits.toSorted((one, other) => other - one))
        }
        for (const [step, millis] of [
          ['hour', hourMillis],
          ['day', dayMillis],
        ] as const) {
          const { steps, totals } = await readSeries(services, scope, { ...window, step, types })
          const found = steps.map((moment, index) => [
            moment,
            Object.fromEntries(types.map((type) => [type, totals[type][index]])),
          ])
          const whole = within(counted, window, millis)
          const expected = countBy(whole, (row) => floor(row.receivedAt, millis).toISOString())
          expect(found).toEqual(
            stepsOf(window, millis).map((one) => [one, filled(expected.get(one.toISOString()))]),
          )
        }
        const notShown = await readNotShown(services, scope, window)
        const reasons = countBy(inWindow, ({ reason }) => reason || null)
        expect(notShown.reasons).toEqual(
          Object.fromEntries(notShownReasons.map((one) => [one, reasons.get(one)?.not_shown ?? 0])),
        )
        for (const nudge of shop.nudges) {
          const ofNudge = inWindow.filter((row) => row.nudge === nudge.shortId)
          const found = await readNudgeNotShown(services, scope, { nudgeId: nudge.id, window })
          const expected = countBy(ofNudge, ({ reason }) => reason || null)
          const ofSite = countBy(
            inWindow.filter((row) => row.nudge === null),
            ({ reason }) => reason || null,
          )
          for (const one of notShownReasons) {
            expect(found.reasons[one]).toBe(expected.get(one)?.not_shown ?? 0)
            expect(found.ofSite[one]).toBe(ofSite.get(one)?.not_shown ?? 0)
          }
        }
      }
      const ever = countBy(counted, () => '').get('')
      expect(await readTotals(services, scope, allTime)).toEqual({
        impressions: ever?.impression ?? 0,
        clicks: ever?.click ?? 0,
      })
    }),
    // Every run has its own days. A failing one is reported as it is, without shrinking.
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

const floor = (moment: Date, millis: number) =>
  new Date(Math.floor(moment.getTime() / millis) * millis)

/** Rows of all steps that overlap the time frame. One without length overlaps none. */
const within = (rows: EventRow[], { from, to }: { from: Date; to: Date }, millis: number) =>
  rows.filter(({ receivedAt }) => {
    const step = floor(receivedAt, millis)
    return from < to && step >= floor(from, millis) && step < to
  })

function stepsOf({ from, to }: { from: Date; to: Date }, millis: number): Date[] {
  const steps: Date[] = []
  if (from >= to) return steps
  for (let one = floor(from, millis); one < to; one = new Date(one.getTime() + millis)) {
    steps.push(one)
  }
  return steps
}

/** Two impressions, a click and a `not_shown`, on 2 and 3 March; the first day is closed. */
async function openBusySite() {
  const world = await createWorld()
  const shop = await openSite(world)
  const nudge = shop.nudges[0]?.shortId ?? null
  const row = (moment: string, wanted: Partial<EventRow> = {}) =>
    eventRow(shop.site, { receivedAt: at(moment), ...wanted })
  await store(world.services, [
    row('03-02T10:00'),
    row('03-02T23:59', { type: 'impression', nudge, page: '/a' }),
    row('03-03T00:00', { type: 'impression', nudge, page: '/b' }),
    row('03-03T00:10', { type: 'click', nudge, page: '/b' }),
    row('03-03T01:20', { type: 'not_shown', nudge, reason: 'capped', amount: 4 }),
  ])
  advanceTo(world, at('03-03T01:30'))
  await rollDays(world.services)
  return { world, shop, scope: shop.site.scope }
}

test('evaluations are what was shown and all reasons why not', async () => {
  const { world, scope } = await openBusySite()

  const notShown = await readNotShown(world.services, scope, allTime)

  expect(notShown).toMatchObject({ evaluations: 6, shown: 2, reasons: { capped: 4, holdout: 0 } })
})

test('a breakdown is cut after the members of which most was counted', async () => {
  const { world, scope } = await openBusySite()

  const pages = await readRanking(world.services, scope, {
    window: allTime,
    columns: columnsOf('page', ['click', 'impression']),
    limit: 2,
  })

  expect(pages).toEqual([
    { member: '/b', totals: { click: 1, impression: 1 } },
    { member: '/a', totals: { click: 0, impression: 1 } },
  ])
})

test('a series longer than 13 months of hours is refused', async () => {
  const { world, scope } = await openBusySite()
  const wanted = { from: at('01-01T00:00'), to: new Date('2028-01-01'), types: ['visit'] as const }

  await expect(readSeries(world.services, scope, { ...wanted, step: 'hour' })).rejects.toThrow(
    RangeError,
  )
})

/** Everything that can be read about a site. */
async function readAll({ services }: World, scope: TestSite['scope']) {
  const window = { from: at('03-01T00:00'), to: at('03-05T00:00') }
  const days = { from: '2026-03-01', to: '2026-03-04' }
  const types = ['visit', 'impression', 'not_shown'] as const
  const dimensions = ['nudge', 'page', 'device', 'country', 'detail'] as const
  const breakdowns = []
  for (const dimension of dimensions) {
    const columns = columnsOf(dimension, types)
    breakdowns.push(await readRanking(services, scope, { window, columns, limit: 10 }))
  }
  const { totals } = await readSeries(services, scope, { ...window, step: 'day', types })
  const hours = await readSeries(services, scope, { ...window, step: 'hour', types })
  return {
    breakdowns: breakdowns.flat(),
    days: totals,
    hours: Object.values(hours.totals).flat().filter(Boolean),
    counts: await readCounts(services, scope, { window, types }),
    byNudge: await readNotShownByNudge(services, scope, { window }),
    evaluations: (await readNotShown(services, scope, window)).evaluations,
    visitors: (await readMetricDays(services, scope, days)).byDay.visitors,
  }
}

const nothing = {
  breakdowns: [],
  days: { visit: [0, 0, 0, 0], impression: [0, 0, 0, 0], not_shown: [0, 0, 0, 0] },
  hours: [],
  counts: { visit: 0, impression: 0, not_shown: 0 },
  byNudge: [],
  evaluations: 0,
  visitors: [0, 0, 0, 0],
}

test('a site without visitors has zeros, and no members', async () => {
  const { world } = await openBusySite()
  const { scope } = await world.site()

  expect(await readAll(world, scope)).toMatchObject(nothing)
})

test('another team reads nothing about a site, even with the site’s own number', async () => {
  const { world, scope } = await openBusySite()
  const other = await world.team()
  const forged = provenSite(other.scope, {
    id: scope.siteId,
    uuid: scope.siteUuid,
    timeZone: 'UTC',
  })

  const ours = await readAll(world, scope)

  expect(ours).toMatchObject({ evaluations: 6, visitors: [0, 1, 0, 0] })
  expect(ours.breakdowns).not.toEqual([])
  expect(await readAll(world, forged)).toMatchObject(nothing)
})

test('unique visitors are counted by day, once each', async () => {
  const world = await createWorld()
  const { site, goals: reached } = await openSite(world)
  const goalId = reached[0]?.id ?? 0
  const visitor = Buffer.alloc(16, 1)
  await store(world.services, [
    eventRow(site, { receivedAt: at('03-02T10:00'), visitor }),
    eventRow(site, { receivedAt: at('03-02T11:00'), visitor }),
    eventRow(site, { receivedAt: at('03-04T11:00'), visitor }),
    eventRow(site, { receivedAt: at('03-04T12:00'), arm: 'holdout' }),
    eventRow(site, {
      receivedAt: at('03-04T12:00'),
      type: 'goal',
      visitor,
      goal: { goalId, uniqueKey: 'order:1', amountCents: null, currency: null },
    }),
  ])

  const days = { from: '2026-03-02', to: '2026-03-04' }
  const { byDay } = await readMetricDays(world.services, site.scope, days)

  expect(byDay.visitors).toEqual([1, 0, 1])
})
