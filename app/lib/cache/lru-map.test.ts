import { expect, test } from 'vitest'
import { createLruMap } from './lru-map.ts'

test('the entry used longest ago makes room', () => {
  const map = createLruMap<string, number>({ maxWeight: 2 })
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')

  map.set('c', 3)

  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
})

test('heavy entries push out several light ones, and one that is too heavy is not kept', () => {
  const map = createLruMap<string, string>({ maxWeight: 5, weightOf: ({ length }) => length })
  map.set('a', 'xx')
  map.set('b', 'xx')

  map.set('c', 'xxxx')
  map.set('d', 'xxxxxx')

  expect(map.size).toBe(0)
})

test('a replaced or deleted entry gives its weight back', () => {
  const map = createLruMap<string, string>({ maxWeight: 4, weightOf: ({ length }) => length })

  for (let turn = 0; turn < 10; turn += 1) map.set('a', 'xxx')
  map.set('b', 'x')
  map.delete('b')
  map.set('c', 'x')

  expect([map.get('a'), map.get('c'), map.size]).toEqual(['xxx', 'x', 2])
})

test('a look that is no use lets the entry leave', () => {
  const map = createLruMap<string, number>({ maxWeight: 2 })
  map.set('a', 1)
  map.set('b', 2)

  const seen = map.peek('a')
  map.set('c', 3)

  expect([seen, map.peek('a'), map.peek('b')]).toEqual([1, undefined, 2])
})
