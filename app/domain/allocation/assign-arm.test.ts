import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { assignArm } from './assign-arm.ts'

/** Like visitor keys, and the same in every run. */
const keys = Array.from({ length: 100_000 }, (_, place) =>
  createHmac('sha256', 'a salt of the test').update(String(place)).digest().subarray(0, 16),
)
const isHeldOut = (key: Uint8Array, percent: number) => assignArm(key, percent) === 'holdout'

test.each([1, 5, 10, 25, 33.3, 50])(
  'a holdout group of %s percent gets that share of visitors',
  (percent) => {
    const share = keys.filter((key) => isHeldOut(key, percent)).length / keys.length

    const deviation = Math.sqrt(((percent / 100) * (1 - percent / 100)) / keys.length)
    expect(Math.abs(share - percent / 100)).toBeLessThan(4 * deviation)
  },
)

test('without a holdout group no visitor is in an arm', () => {
  const arms = new Set(keys.map((key) => assignArm(key, 0)))

  expect(arms).toEqual(new Set(['none']))
})

test('a higher percentage only moves visitors into the holdout group', () => {
  let before: Uint8Array[] = []
  for (let percent = 1; percent <= 50; percent++) {
    const left = before.filter((key) => !isHeldOut(key, percent))

    expect(left).toEqual([])
    before = keys.slice(0, 20_000).filter((key) => isHeldOut(key, percent))
  }
  expect(before.length).toBeGreaterThan(9_000)
})

test('a visitor always gets the same arm, wherever the bytes lie', () => {
  const arms = keys.slice(0, 1000).map((key) => assignArm(key, 10))

  const copies = keys.slice(0, 1000).map((key) => Uint8Array.from([9, ...key]).subarray(1))
  expect(copies.map((key) => assignArm(key, 10))).toEqual(arms)
})

test('only the bytes 12 to 15 decide', () => {
  const key = new Uint8Array(16).fill(255)
  expect(assignArm(key, 50)).toBe('shown')

  key.fill(0, 12, 16)

  expect(assignArm(key, 50)).toBe('holdout')
})

test.each([-1, 101, Number.NaN])('a holdout group of %s percent is refused', (percent) => {
  expect(() => assignArm(new Uint8Array(16), percent)).toThrow(RangeError)
})

test('a key that is too short is refused', () => {
  expect(() => assignArm(new Uint8Array(15), 10)).toThrow(RangeError)
})
