import { expect, test } from 'vitest'
import payload from '#tests/payloads/services/review_pages.json' with { type: 'json' }
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { pageReview, pageReviewRecord } from './page-review.ts'

const now = new Date('2026-03-02T10:00:00Z')

const recordOf = (changes: object, scale: 5 | 10 = 5) =>
  pageReviewRecord(pageReview.parse({ ...payload.review, date: '2026-02-01', ...changes }), {
    name: 'yelp',
    scale,
    now,
    page: 'https://www.yelp.com/biz/your-business-city',
  })

test.each([
  [5, 5, 5],
  [5, 4.9, 4],
  [5, 1, 1],
  [5, 0.5, 1],
  [10, 10, 5],
  [10, 9.9, 4],
  [10, 7, 3],
  [10, 1, 1],
] as const)('on a scale of %d, a rating of %d is %d stars, never more', (scale, rating, stars) => {
  expect(recordOf({ rating_value: rating }, scale)?.stars).toBe(stars)
})

test('a rating above the scale can’t be read', () => {
  expect(() => recordOf({ rating_value: 8 })).toThrow(BadRecord)
  expect(() => recordOf({ rating_value: 0 })).toThrow()
})

test('a day is kept as a day; tomorrow elsewhere is now, and what is too old is left out', () => {
  expect(recordOf({ date: '2026-03-01' })?.occurred_at).toBe('2026-03-01T00:00:00.000Z')
  expect(recordOf({ date: '2026-03-03' })?.occurred_at).toBe(now.toISOString())
  expect(recordOf({ date: '2026-03-05' })?.occurred_at).toBe('2026-03-05T00:00:00.000Z')
  expect(recordOf({ date: '2023-12-31' })).toBeNull()
})

test.each([
  ['Maria Santos', 'Maria'],
  ['alice77', null],
  ['A Google user', null],
  ['A Tripadvisor Member', null],
  ['Anonymous', null],
  ['Verified traveler', null],
  ['', null],
  [null, null],
])('%s is shown as %s', (name, shown) => {
  expect(recordOf({ name })?.person?.first_name).toBe(shown)
})

test('without an id, what was written is the id, whatever number the row has', () => {
  const without = (changes: object) => recordOf({ unique_id: null, ...changes })?.id

  expect(without({ id: 1 })).toMatch(/^yelp-[0-9a-f]{32}$/)
  expect(without({ id: 1 })).toBe(without({ id: 2 }))
  expect(without({ review_text: 'Other' })).not.toBe(without({}))
})

test('the title replaces a missing text', () => {
  expect(recordOf({ review_text: null })?.body).toBe('Good coffee')
  expect(recordOf({ review_text: '', review_title: null })?.body).toBeNull()
})
