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

const shared = { perSecond: 100, burst: 1_000, everyMillis: 250 }

/** Some nodes whose buckets hear of each other every so many milliseconds. */
function createNodes(count: number) {
  const { perSecond, burst, everyMillis } = shared
  let at = 0
  const nodes = Array.from({ length: count }, () => {
    const buckets = createTokenBuckets({ perSecond, burst, maxKeys: 100, clock: () => at })
    return { ...buckets, shared: buckets.share() }
  })
  const exchange = () => {
    const reports = nodes.map(({ shared }) => shared.report(100))
    for (const [index, { shared }] of nodes.entries()) {
      for (const taking of reports.filter((_none, other) => other !== index).flat()) {
        shared.subtract(taking)
      }
    }
  }
  /** Sends requests to a node and counts those that it admits. */
  const pass = (index: number, requests: number) =>
    Array.from({ length: requests }, () => nodes[index]?.take('sender')).filter(
      (wait) => wait === 0,
    ).length
  /** Counts the admitted requests of one key, while each node gets a given number a second. */
  const flood = (seconds: number, ofNodes: readonly number[]) => {
    let passed = 0
    const sentBy = (millis: number, rate: number) => Math.floor((millis * rate) / 1_000)
    for (const end = at + seconds * 1_000; at < end; at += 10) {
      if (at % everyMillis === 0) exchange()
      for (const [index, rate] of ofNodes.entries()) {
        passed += pass(index, sentBy(at + 10, rate) - sentBy(at, rate))
      }
    }
    return passed
  }
  return { flood }
}

test.each([
  ['evenly over eight nodes', Array<number>(8).fill(125)],
  ['unevenly', [800, 100, 50, 20, 10, 10, 5, 5]],
  ['to one node', [1_000, 0, 0, 0, 0, 0, 0, 0]],
  ['slowly to each node, and too fast together', Array<number>(8).fill(40)],
])('a sender who floods %s gets one allowance from all nodes together', (_how, rates) => {
  const { flood } = createNodes(8)
  const allowance = (seconds: number) => shared.burst + seconds * shared.perSecond
  const sent = rates.reduce((sum, rate) => sum + rate, 0)

  const first = flood(60, rates)
  const next = flood(200, rates)

  // Kept back by each of the other nodes, and taken before they heard of each other.
  const beyond = 8 * 0.05 * shared.burst + (sent * shared.everyMillis) / 1_000
  expect(first).toBeGreaterThanOrEqual(allowance(60) - 8 * 0.05 * shared.burst)
  expect(first).toBeLessThanOrEqual(allowance(60) + beyond)
  expect(next / 200).toBeGreaterThan(0.97 * shared.perSecond)
  expect(next / 200).toBeLessThan(1.03 * shared.perSecond)
})

test('a sender who takes a whole burst from each node at the same moment pays it back', () => {
  const { flood } = createNodes(8)

  const atOnce = flood(0.25, Array<number>(8).fill(100_000))
  const after = flood(60, Array<number>(8).fill(100))

  expect(atOnce).toBeLessThanOrEqual(8 * (shared.burst + 25))
  expect(after).toBe(0)
})

test('a sender below the allowance is refused by no node', () => {
  const { flood } = createNodes(8)

  expect(flood(200, Array<number>(8).fill(12))).toBe(8 * 12 * 200)
})

test('only what matters is reported, the largest first, and the rest next time', () => {
  const { buckets } = createTimed({ perSecond: 1, burst: 100 })
  buckets.take('early', 50)
  const { report } = buckets.share()
  for (const [key, tokens] of [
    ['small', 4],
    ['large', 20],
    ['larger', 30],
    ['fair', 5],
  ] as const) {
    buckets.take(key, tokens)
  }

  const wanted = report(2)
  buckets.take('small', 1)
  buckets.take('fair', 3)

  expect(wanted).toEqual([
    { key: 'larger', tokens: 30 },
    { key: 'large', tokens: 20 },
  ])
  expect(report(2)).toEqual([
    { key: 'fair', tokens: 8 },
    { key: 'small', tokens: 5 },
  ])
  expect(report(2)).toEqual([])
})

test('a flood of senders leaves no more to report than twenty reports hold', () => {
  const { buckets } = createTimed({ perSecond: 1, burst: 100 })
  const { report } = buckets.share()
  for (let key = 0; key < 60; key += 1) buckets.take(String(key), 5 + key)

  const reports = Array.from({ length: 40 }, () => report(1)).flat()

  expect(reports).toEqual(
    Array.from({ length: 21 }, (_none, index) => ({ key: String(59 - index), tokens: 64 - index })),
  )
  // Forgotten takings aren't reported later, either.
  buckets.take('0', 5)
  expect(report(1)).toEqual([{ key: '0', tokens: 5 }])
})

test('however often and however much others report, a sender waits for eight bursts at most', () => {
  const { buckets, takeMany, advance } = createTimed({ perSecond: 1, burst: 10 })
  const { subtract } = buckets.share()

  for (let time = 0; time < 1_000; time += 1) subtract({ key: 'a', tokens: 10 })
  subtract({ key: 'b', tokens: 1_000_000 })

  expect([buckets.take('a'), buckets.take('b')]).toEqual([81, 11])
  advance(81_000)
  expect([takeMany('a', 5), takeMany('b', 50)]).toEqual([1, 10])
})
