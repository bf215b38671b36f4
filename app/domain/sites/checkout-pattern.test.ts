import { expect, test } from 'vitest'
import {
  arabicAddresses,
  checkoutAddresses,
  checkoutSystems,
  otherAddresses,
} from '#tests/support/checkouts/checkout-pages.ts'
import { growthOf, mostGrowth } from '#tests/support/growth.ts'
import { checkoutPattern } from './checkout-pattern.ts'

const find = (pattern: string) => (address: string) => new RegExp(pattern, 'i').test(address)

const isCheckout = (address: string, ...beginnings: string[]) =>
  find(checkoutPattern(beginnings))(address)

test.each(checkoutSystems)('$name: its checkout pages are checkouts', ({ addresses }) => {
  expect(addresses.filter((address) => !isCheckout(address))).toEqual([])
})

test('the words of other shops’ checkouts are known, whatever the language of their nudges', () => {
  const isKnown = find(checkoutPattern([], false))

  expect(checkoutAddresses.filter((address) => !isKnown(address))).toEqual([])
})

test('Arabic words are known where nudges are in Arabic', () => {
  expect(arabicAddresses.filter((address) => !isCheckout(address))).toEqual([])
  expect(arabicAddresses.filter(find(checkoutPattern([], false)))).toEqual([])
  expect(isCheckout('/دفعات')).toBe(false)
})

test.each([true, false])('pages with similar words are none (Arabic: %s)', (hasArabic) => {
  expect(otherAddresses.filter(find(checkoutPattern([], hasArabic)))).toEqual([])
})

test('the owner’s word is a beginning, and means itself', () => {
  expect(isCheckout('/till/step-2', '/till')).toBe(true)
  expect(isCheckout('/shop/till', '/till')).toBe(false)
  expect(isCheckout('/axb', '/a.b')).toBe(false)
  expect(isCheckout('/a.b', '/a.b')).toBe(true)
})

test('the owner’s word can name a parameter and a fragment', () => {
  expect(isCheckout('/index.php?page=till', '/index.php?page=till')).toBe(true)
  expect(isCheckout('/index.php?lang=de&page=till&step=2', '/index.php?page=till')).toBe(true)
  expect(isCheckout('/index.php?homepage=till', '/index.php?page=till')).toBe(false)
  expect(isCheckout('/index.php?page=teas', '/index.php?page=till')).toBe(false)
  expect(isCheckout('/?utm_source=mail#/till/2', '/#/till')).toBe(true)
  expect(isCheckout('/#/teas', '/#/till')).toBe(false)
  expect(isCheckout('/?a=1#/till', '/?a=1#/till')).toBe(true)
})

test.each(['/pay', '/check-', 'ا'])('the cost of a path is linear: %j', async (piece) => {
  const pathOf = (length: number) => piece.repeat(length / piece.length)

  // A hundred times the longest path, because one takes less than the clock can measure.
  expect(await growthOf(isCheckout, pathOf, 51_200)).toBeLessThan(mostGrowth)
})
