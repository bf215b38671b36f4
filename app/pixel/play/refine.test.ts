import { expect, test } from 'vitest'
import { itemOf, nudgeOf } from '#tests/support/pixel-values.ts'
import { everywhere } from '../../contract/nudge-rules.ts'
import { refine } from './refine.ts'

const untilOf = (until: number | null, about: Parameters<typeof itemOf>[0] = {}) => {
  const rules = { ...everywhere, until }
  return refine(nudgeOf('a', [], { rules, items: [itemOf(about)] })).items[0]?.until
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

  const { items: told } = refine(nudgeOf('a', [], { items }))

  expect(told.map(({ claim }) => claim)).toEqual(['page'])
})

test('where it has none, all items are told', () => {
  expect(refine(nudgeOf('a', ['1', '2'])).items.map(({ claim }) => claim)).toEqual(['1', '2'])
})
