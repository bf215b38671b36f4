import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

function createTimed(options: { perSecond: number; burst: number; maxKeys?: number }) {
  let at = 1_000
  const buckets = createTokenBuckets({ maxKeys: 100, ...options, clock: () => at })
  const takeMany = (key: string, times: number) =>
    Array.from({ length: times }, () => buckets.take(key)).filter((wait) => wait === 0).length
  return { buckets, takeMany, advance: (millis: number) => (at += millis) }
}

test('a burst is let through, then as much as fills up again', () => {
  const { takeMany, advance } = createTimed({ perSecond: 10, burst: 30 })

  const atOnce = takeMany('a', 100)
  advance(1_000)
  const afterSecond = takeMany('a', 100)
  advance(60_000)
  const afterMinute = takeMany('a', 100)

  expect([atOnce, afterSecond, afterMinute]).toEqual([30, 10, 30])
})

test('a refused caller learns when to come back', () => {
  const { buckets, advance } = createTimed({ perSecond: 0.25, burst: 1 })
  buckets.take('a')

  const wait = buckets.take('a')
  advance(wait * 1_000)

  expect(wait).toBe(4)
  expect(buckets.take('a')).toBe(0)
})

test('several are taken together or not at all, and no more than a bucket holds', () => {
  const { buckets, advance } = createTimed({ perSecond: 1, burst: 10 })

  expect([buckets.take('a', 8), buckets.take('a', 8), buckets.take('a', 2)]).toEqual([0, 6, 0])
  advance(10_000)
  expect([buckets.take('a', 500), buckets.take('a')]).toEqual([0, 1])
})

test("one key's use is not another's", () => {
  const { takeMany } = createTimed({ perSecond: 1, burst: 5 })

  takeMany('a', 1_000)

  expect(takeMany('b', 5)).toBe(5)
})

test('however many keys are tried, only so many are remembered', () => {
  const { buckets, takeMany } = createTimed({ perSecond: 1, burst: 1, maxKeys: 10 })
  takeMany('first', 2)

  for (let key = 0; key < 10; key += 1) buckets.take(String(key))

  expect(buckets.take('first')).toBe(0)
})
