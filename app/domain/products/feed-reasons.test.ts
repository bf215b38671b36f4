import { expect, test } from 'vitest'
import { createFeedReasons } from './feed-reasons.ts'

test('the three commonest reasons are kept, each with its first example', () => {
  const reasons = createFeedReasons()
  const price = { field: 'price', problem: 'Use a price like 12.50 EUR.' }
  reasons.add({ field: 'id', problem: 'Every product needs an ID.', given: null }, 2)
  reasons.add({ ...price, given: 'cheap' }, 3)
  for (const line of [4, 5]) reasons.add({ field: 'link', problem: 'A', given: 'x' }, line)
  for (const line of [6, 7, 8]) reasons.add({ field: 'stock', problem: 'B', given: '10+' }, line)
  reasons.add({ ...price, given: 'dear' }, 9)

  expect(reasons.list()).toEqual([
    { field: 'stock', problem: 'B', count: 3, example: '10+', line: 6 },
    { ...price, count: 2, example: 'cheap', line: 3 },
    { field: 'link', problem: 'A', count: 2, example: 'x', line: 4 },
  ])
})

test('a long example is cut', () => {
  const reasons = createFeedReasons()
  reasons.add({ field: 'link', problem: 'A', given: 'x'.repeat(500) }, 2)
  expect(reasons.list()[0]?.example).toBe(`${'x'.repeat(59)}…`)
})
