import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { assignArm } from './assign-arm.ts'
import { assignVariant, type Split } from './assign-variant.ts'

/** Like visitor keys, and the same in every run. */
const keys = Array.from({ length: 100_000 }, (_, place) =>
  createHmac('sha256', 'a salt of the test').update(String(place)).digest().subarray(0, 16),
)
const isOther = (key: Uint8Array, split: Split) => assignVariant(key, split) === 'b'
const shareOf = (chosen: readonly unknown[], all: readonly unknown[]) => chosen.length / all.length

/** Tolerance for random deviation: four standard errors. */
const allowed = (share: number, count: number) => 4 * Math.sqrt((share * (1 - share)) / count)

test.each([
  [1, 5],
  [2, 10],
  [3, 50],
  [2 ** 40 + 1, 50],
])('experiment %i puts %i percent in variant B', (id, share) => {
  const measured = shareOf(
    keys.filter((key) => isOther(key, { id, share })),
    keys,
  )

  expect(Math.abs(measured - share / 100)).toBeLessThan(allowed(share / 100, keys.length))
})

test.each([
  [1, 2],
  [7, 8],
  [1, 3],
  [5, 4096 + 5],
  [1, 2 ** 32 + 1],
])('visitors of one variant in experiment %i are split again by experiment %i', (first, second) => {
  for (const side of ['a', 'b']) {
    const same = keys.filter((key) => assignVariant(key, { id: first, share: 50 }) === side)

    const again = same.filter((key) => isOther(key, { id: second, share: 50 }))

    expect(Math.abs(shareOf(again, same) - 0.5)).toBeLessThan(allowed(0.5, same.length))
  }
})

test('variants are independent of the holdout group', () => {
  for (const arm of ['shown', 'holdout']) {
    const same = keys.filter((key) => assignArm(key, 50) === arm)

    const other = same.filter((key) => isOther(key, { id: 1, share: 50 }))

    expect(Math.abs(shareOf(other, same) - 0.5)).toBeLessThan(allowed(0.5, same.length))
  }
})

test('a visitor always gets the same variant, wherever the bytes are', () => {
  const some = keys.slice(0, 1000)
  const sides = some.map((key) => assignVariant(key, { id: 3, share: 50 }))

  const copies = some.map((key) => Uint8Array.from([9, ...key]).subarray(1))
  expect(copies.map((key) => assignVariant(key, { id: 3, share: 50 }))).toEqual(sides)
})

test('only the bytes 8 to 11 decide', () => {
  const others = keys.slice(0, 1000).map((key) => {
    const changed = Uint8Array.from(key)
    changed.fill(0, 0, 8).fill(0, 12)
    return { key, changed }
  })

  const moved = others.filter(
    ({ key, changed }) =>
      assignVariant(key, { id: 3, share: 50 }) !== assignVariant(changed, { id: 3, share: 50 }),
  )

  expect(moved).toEqual([])
})

test.each<[Uint8Array, Split]>([
  [new Uint8Array(15), { id: 1, share: 50 }],
  [new Uint8Array(16), { id: 1, share: 101 }],
  [new Uint8Array(16), { id: 1, share: Number.NaN }],
  [new Uint8Array(16), { id: -1, share: 50 }],
  [new Uint8Array(16), { id: 1.5, share: 50 }],
])('%j with %j is refused', (key, split) => {
  expect(() => assignVariant(key, split)).toThrow(RangeError)
})
