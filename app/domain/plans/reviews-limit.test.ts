import { expect, test } from 'vitest'
import { planWithMoreReviews, reviewsLimitOf } from './reviews-limit.ts'

test.each([
  ['free', 1],
  ['free-special-shopify', 30],
  ['lite', 3],
  ['lite1', 3],
  ['plus-shopify', 30],
  ['genius', 100],
  ['agency', 300],
  // The table's 0 would mean that the most expensive plan shows none.
  ['enterprise', 300],
  ['long-gone', 1],
])('a nudge on %s shows up to %d reviews', (plan, limit) => {
  expect(reviewsLimitOf(plan)).toBe(limit)
})

test('the plan with more is the cheapest one that costs something and is measured alike', () => {
  const more = (plan: string, meteredBy: 'visitors' | 'impressions' = 'visitors') =>
    planWithMoreReviews({ plan, meteredBy })

  expect(more('free')).toEqual({ name: 'Lite', limit: 3 })
  expect(more('free-shopify', 'impressions')).toEqual({ name: 'Lite', limit: 3 })
  expect(more('lite')).toEqual({ name: 'Plus', limit: 30 })
  expect(more('plus')).toEqual({ name: 'Genius', limit: 100 })
  expect(more('agency')).toBeNull()
  expect(more('enterprise')).toBeNull()
})
