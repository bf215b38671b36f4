import { expect, test } from 'vitest'
import { plans } from '#app/domain/plans/catalog.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  comparePlans,
  differingFlags,
  extraNameOf,
  type PlanComparison,
  type UsedMonth,
} from './compare-plans.ts'
import { countedSpan, recentMillis, type RecentUse } from './recent-use.ts'

const byCard = plans.filter(({ channel }) => channel === 'card')
const nothing: ReadonlyMap<string, string[]> = new Map()

/** The same number of visitors on each of the month's first days. */
const month = (name: string, visitors: number, days = 20): UsedMonth => ({
  month: `2026-${name}-01`,
  used: { visitors, impressions: 0 },
  limitReachedAt: null,
  days: {
    visitors: Array.from({ length: days }, (_, index) => ({
      day: `2026-${name}-${String(index + 1).padStart(2, '0')}`,
      units: visitors / days,
    })),
    impressions: [],
  },
})

/** Thirty days that were counted in full. */
const recently = (visitors: number): RecentUse => ({
  used: { visitors, impressions: 0 },
  countedMillis: recentMillis,
  gap: null,
})

type Given = { pauses?: typeof nothing; currentId?: string; recent?: RecentUse }

const compare = (
  months: readonly UsedMonth[] | null,
  { pauses = nothing, currentId = 'free', recent = recently(0) }: Given = {},
) => comparePlans({ offered: byCard, currentId, months, recent, pauses })

const planIn = ({ plans: compared }: PlanComparison, id: string) => {
  const plan = compared.find((one) => one.id === id)
  if (!plan) throw new Error(`${id} wasn't compared.`)
  return plan
}

test('each plan shows the months and days in which its limit would have been reached', () => {
  const comparison = compare([month('06', 900), month('07', 2_000), month('08', 12_000)])

  expect(planIn(comparison, 'free').months).toMatchObject([
    { month: '2026-06-01', units: 900, outcome: 'covered', reachedOn: null, isProjected: false },
    // 100 a day: the thousandth came on the tenth.
    { month: '2026-07-01', outcome: 'reached', reachedOn: '2026-07-10' },
    { month: '2026-08-01', outcome: 'reached', reachedOn: '2026-08-02' },
  ])
  expect(planIn(comparison, 'lite').months?.map(({ outcome }) => outcome)).toEqual([
    ...['covered', 'covered', 'reached'],
  ])
  expect(planIn(comparison, 'lite')).toMatchObject({
    fits: false,
    billedCents: 2_700,
  })
  expect(planIn(comparison, 'plus')).toMatchObject({
    fits: true,
    billedCents: 8_700,
  })
  expect(comparison.recommended).toBe('plus')
})

test('the limit is reached by the last unit that it includes', () => {
  expect(planIn(compare([month('06', 999), month('07', 1), month('08', 0)]), 'free').fits).toBe(
    true,
  )
  const full = planIn(compare([month('06', 1_000), month('07', 1), month('08', 0)]), 'free')
  expect(full.months?.[0]).toMatchObject({
    outcome: 'reached',
    reachedOn: '2026-06-20',
  })
})

test('without the days, for example of a deleted site, only the month is known', () => {
  const gone = {
    ...month('08', 12_000),
    days: { visitors: [], impressions: [] },
  }
  const { months } = planIn(compare([month('06', 1), month('07', 1), gone]), 'lite')

  expect(months?.[2]).toMatchObject({ outcome: 'reached', reachedOn: null })
})

test('a month in which nudges were paused is projected, because its use wasn’t counted', () => {
  const paused = {
    ...month('06', 1_000, 10),
    limitReachedAt: new Date('2026-06-11T00:00:00Z'),
  }
  const comparison = compare([paused, month('07', 1), month('08', 1)])

  expect(planIn(comparison, 'free').months?.[0]).toMatchObject({
    outcome: 'reached',
    reachedOn: '2026-06-10',
  })
  // A thousand in ten days of thirty.
  expect(planIn(comparison, 'lite').months?.[0]).toMatchObject({
    units: 3_000,
    isProjected: true,
    outcome: 'covered',
  })

  const early = { ...paused, limitReachedAt: new Date('2026-06-02T00:00:00Z') }
  const unclear = compare([early, month('07', 1), month('08', 1)])
  expect(planIn(unclear, 'lite').months?.[0]).toMatchObject({
    outcome: 'unknown',
  })
  expect(planIn(unclear, 'lite').fits).toBe(false)
  expect(unclear.recommended).toBe('plus')
})

test('a projected month reaches a limit on a projected day', () => {
  const paused = {
    ...month('06', 10_000, 6),
    limitReachedAt: new Date('2026-06-07T00:00:00Z'),
  }
  const { months } = planIn(
    comparePlans({
      offered: byCard.map((plan) => ({ ...plan, visitorLimit: 20_000 })),
      currentId: 'lite',
      months: [paused, month('07', 1), month('08', 1)],
      recent: recently(0),
      pauses: nothing,
    }),
    'lite',
  )

  expect(months?.[0]).toMatchObject({
    outcome: 'reached',
    reachedOn: '2026-06-13',
  })
})

test('a plan that pauses something isn’t recommended, however cheap', () => {
  const months = [month('06', 10), month('07', 10), month('08', 10)]
  const pauses = new Map([
    ['free', ['Nudges that pause: Sale.']],
    ['lite', []],
  ])

  expect(compare(months).recommended).toBe('free')
  expect(compare(months, { pauses }).recommended).toBe('lite')
  expect(planIn(compare(months, { pauses }), 'free')).toMatchObject({
    fits: false,
    pauses: ['Nudges that pause: Sale.'],
  })
})

test('when no plan would have been enough, none is recommended', () => {
  const months = [month('06', 2_000_000), month('07', 1), month('08', 1)]
  const limited = byCard.filter(({ visitorLimit }) => visitorLimit !== null)

  const { recommended } = comparePlans({
    offered: limited,
    currentId: 'free',
    months,
    recent: recently(0),
    pauses: nothing,
  })
  expect(recommended).toBeNull()
})

test('without three complete months nothing is claimed', () => {
  const comparison = compare(null)

  expect(comparison).toMatchObject({ months: null, recommended: null })
  expect(planIn(comparison, 'plus')).toMatchObject({
    months: null,
    billedCents: null,
    fits: null,
  })
})

test('a discontinued plan is kept, and not recommended', () => {
  const months = [month('06', 10), month('07', 10), month('08', 10)]
  const [free, ...others] = byCard
  if (!free) throw new Error('The catalog has no plan.')
  const comparison = comparePlans({
    offered: [{ ...free, isActive: false }, ...others],
    currentId: 'free',
    months,
    recent: recently(0),
    pauses: nothing,
  })

  expect(planIn(comparison, 'free')).toMatchObject({
    isCurrent: true,
    isDiscontinued: true,
  })
  expect(comparison.recommended).toBe('lite')
})

test('plans list what they differ in, by name', () => {
  const comparison = compare(null)

  expect(differingFlags.map(extraNameOf).filter((name) => name.includes('.'))).toEqual([])
  expect(planIn(comparison, 'lite').extras).toEqual([
    { name: 'Removing the “Powered by” link', isIncluded: false },
    { name: 'Skipping items that a visitor has seen', isIncluded: true },
  ])
  // A feature that all of them have isn't a difference.
  const alike = comparePlans({
    offered: byCard.filter(({ id }) => ['genius', 'agency'].includes(id)),
    currentId: 'genius',
    months: null,
    recent: recently(0),
    pauses: nothing,
  })
  expect(alike.plans.map(({ extras }) => extras)).toEqual([[], []])
})

test('the last 30 days are compared in full, or at their rate where some days weren’t counted', () => {
  const outcomes = (recent: RecentUse) =>
    ['free', 'lite', 'plus'].map((id) => planIn(compare(null, { recent }), id).recent.outcome)

  expect(outcomes(recently(999))).toEqual(['covered', 'covered', 'covered'])
  // The limit is reached by the last unit that it includes.
  expect(outcomes(recently(1_000))).toEqual(['reached', 'covered', 'covered'])
  expect(outcomes(recently(0))).toEqual(['unknown', 'unknown', 'unknown'])
  const six = { ...recently(600), countedMillis: 6 * dayMillis, gap: 'new' } as const
  expect(outcomes(six)).toEqual(['reached', 'covered', 'covered'])
  const two = { ...six, countedMillis: 2 * dayMillis }
  expect(outcomes(two)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(compare(null, { recent: two }).recommended).toBeNull()
})

test('only the time within the last 30 days counts, without what the limit paused', () => {
  const span = (createdAt: string, limitReachedAt: string | null) => {
    const { countedMillis, gap } = countedSpan({
      now: new Date('2026-07-11T00:00:00Z'),
      createdAt: new Date(createdAt),
      months: [
        { month: '2026-07-01', limitReachedAt: null },
        {
          month: '2026-06-01',
          limitReachedAt: limitReachedAt === null ? null : new Date(limitReachedAt),
        },
      ],
    })
    return [countedMillis / dayMillis, gap]
  }

  expect(span('2026-01-01', null)).toEqual([30, null])
  expect(span('2026-07-05', null)).toEqual([6, 'new'])
  // From 21 June until the end of June.
  expect(span('2026-01-01', '2026-06-21T00:00:00Z')).toEqual([20, 'paused'])
  // Until 11 June isn't within the 30 days.
  expect(span('2026-01-01', '2026-06-02T00:00:00Z')).toEqual([10, 'paused'])
})
