import { expect, test } from 'vitest'
import { itemOf, nudgeOf } from '#tests/support/pixel-values.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PageFacts } from '../renderer.ts'
import { selectItems } from './select-items.ts'

const facts: PageFacts = { path: '/products/mug', variables: {} }

const untilOf = (until: number | null, about: Parameters<typeof itemOf>[0] = {}) => {
  const rules = { ...everywhere, until }
  return selectItems(nudgeOf('a', [], { rules, items: [itemOf(about)] }), facts).items[0]?.until
}

test('an item ends with its nudge, or before it', () => {
  expect(untilOf(100)).toBe(100)
  expect(untilOf(100, { until: 90 })).toBe(90)
  expect(untilOf(100, { until: 110 })).toBe(100)
})

test('a countdown keeps the end to which it counts', () => {
  expect(untilOf(100, { until: 110, countsDown: true })).toBe(110)
})

test('without an end of the nudge an item keeps its own, or none', () => {
  expect(untilOf(null, { until: 90 })).toBe(90)
  expect(untilOf(null)).toBeUndefined()
})

test('where a page has a total of its own, the total of the site is not told as well', () => {
  const count = { of: 'paths' as const, minimum: 1, forms: ['#'], totals: { '/': 9 } }
  const items = [itemOf({ claim: 'page', count }), itemOf({ claim: 'site' })]

  const { items: selected } = selectItems(nudgeOf('a', [], { items }), facts)

  expect(selected.map(({ claim }) => claim)).toEqual(['page'])
})

test('where it has none, all items are told', () => {
  const { items } = selectItems(nudgeOf('a', ['1', '2']), facts)

  expect(items.map(({ claim }) => claim)).toEqual(['1', '2'])
})

const reviews = [
  itemOf({ claim: 'shop' }),
  itemOf({ claim: 'mug', page: '/products/mug' }),
  itemOf({ claim: 'pot', page: '/products/pot' }),
]

/** Which reviews are shown on the page. */
const reviewsOn = (page: Partial<PageFacts>, about: Partial<PixelNudge> = {}) =>
  selectItems(nudgeOf('a', [], { type: 'review', items: reviews, ...about }), {
    ...facts,
    ...page,
  }).items.map(({ claim }) => claim)

test.each<[string, Partial<PageFacts>]>([
  ['that is known from its reviews', {}],
  ['that says so', { path: '/products/mug', kind: 'product' }],
  ['that names its product', { path: '/products/mug', product: { id: '7' } }],
])('on a product’s page %s no review of another product is told', (_how, page) => {
  expect(reviewsOn(page)).toEqual(['shop', 'mug'])
})

test('a product without a review of its own borrows none', () => {
  expect(reviewsOn({ path: '/products/pan', kind: 'product' })).toEqual(['shop'])
})

test('everywhere else the reviews of all products are told', () => {
  expect(reviewsOn({ path: '/', kind: 'home' })).toEqual(['shop', 'mug', 'pot'])
  expect(reviewsOn({ path: '/about' })).toEqual(['shop', 'mug', 'pot'])
})

test('inside of a page that does not say what it is, none of another page is told', () => {
  expect(reviewsOn({ path: '/about' }, { surface: 'inline' })).toEqual(['shop'])
  expect(reviewsOn({ path: '/about', kind: 'other' }, { surface: 'inline' })).toHaveLength(3)
  expect(reviewsOn({ path: '/' }, { surface: 'inline' })).toHaveLength(3)
})
