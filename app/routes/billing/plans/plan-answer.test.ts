import { expect, test } from 'vitest'
import { plans } from '#app/domain/plans/catalog.ts'
import { dayMillis } from '#app/lib/time.ts'
import { comparePlans, type UsedMonth } from '#app/presenters/billing/compare-plans.ts'
import { recentMillis, type RecentUse } from '#app/presenters/billing/recent-use.ts'
import { answerPlans } from './plan-answer.ts'

const byCard = plans.filter(({ channel }) => channel === 'card')

/** Thirty days that were counted in full. */
const recently = (visitors: number): RecentUse => ({
  used: { visitors, impressions: 0 },
  countedMillis: recentMillis,
  gap: null,
})

const month = (name: string, visitors: number): UsedMonth => ({
  month: `2026-${name}-01`,
  used: { visitors, impressions: 0 },
  limitReachedAt: null,
  days: { visitors: [], impressions: [] },
})

type Given = Partial<Parameters<typeof comparePlans>[0]>

const answer = (visitors: number, given: Given = {}) => {
  const { plan, ...words } = answerPlans(
    comparePlans({
      offered: byCard,
      currentId: 'free',
      months: null,
      recent: recently(visitors),
      pauses: new Map(),
      ...given,
    }),
  )
  return { ...words, plan: plan?.id ?? null }
}

test('the last 30 days show the cheapest plan that covers them', () => {
  expect(answer(1_240)).toEqual({
    use: 'You had 1,240 visitors in the last 30 days.',
    answer: 'Lite is the cheapest plan that covers your last 30 days and everything you use.',
    plan: 'lite',
  })
  expect(answer(999).answer).toMatch(/^Your plan fits\. Free is/)
  // The limit is reached by the last unit that it includes.
  expect(answer(1_000).plan).toBe('lite')
  expect(answer(1_240, { currentId: 'lite' }).plan).toBeNull()
  expect(answer(40, { currentId: 'genius' }).plan).toBe('free')
  const pauses = new Map(byCard.map(({ id }) => [id, ['Nudges that pause: Sale.']]))
  expect(answer(40, { pauses })).toMatchObject({
    answer: 'None of these plans covers your last 30 days and everything you use.',
    plan: null,
  })
})

test('without use no plan is named', () => {
  expect(answer(0)).toEqual({
    use: 'You had no visitors in the last 30 days.',
    answer: 'There’s too little usage to show which plan you need.',
    plan: null,
  })
  const recent = { ...recently(50), countedMillis: 2 * dayMillis, gap: 'new' } as const
  expect(answer(0, { recent })).toEqual({
    use: 'You had 50 visitors in your first 2 days.',
    answer: 'There’s too little usage to show which plan you need.',
    plan: null,
  })
})

test('days that weren’t counted are projected, and the sentence says so', () => {
  const recent = { ...recently(600), countedMillis: 6 * dayMillis, gap: 'new' } as const
  expect(answer(0, { recent })).toMatchObject({
    use: 'You had 600 visitors in your first 6 days. At that rate, 30 days have about 3,000 visitors.',
    plan: 'lite',
  })
  expect(answer(0, { recent: { ...recent, gap: 'paused' } })).toMatchObject({
    use: 'You had 600 visitors in the last 30 days. Your plan’s limit paused nudges for a part of them, so not all were counted. At that rate, 30 days have about 3,000 visitors.',
    plan: 'lite',
  })
})

test('a plan has to cover the last months and the last 30 days', () => {
  const months = [month('06', 10), month('07', 10), month('08', 10)]
  expect(answer(12_000, { months }).answer).toBe(
    'Plus is the cheapest plan that covers your last three months, your last 30 days and everything you use.',
  )
  const shrunk = [month('06', 10), month('07', 10), month('08', 12_000)]
  expect(answer(20, { months: shrunk }).plan).toBe('plus')
  expect(answer(0, { months }).answer).toBe(
    'Your plan fits. Free is the cheapest plan that covers your last three months and everything you use.',
  )
})
