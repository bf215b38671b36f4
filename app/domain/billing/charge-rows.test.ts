import { expect, test } from 'vitest'
import { chargeRows } from './charge-rows.ts'

const lines = (...cents: number[]) => cents.map((amountCents) => ({ amountCents }))

test('without a discount, tax or credit the lines are all there is', () => {
  const charge = { lines: lines(2_900), taxCents: 0, totalCents: 2_900, dueCents: 2_900 }
  expect(chargeRows(charge)).toEqual([])
})

test.each([
  [
    'a discount and the tax on what is left',
    { lines: lines(18_900), taxCents: 3_572, totalCents: 20_582, dueCents: 20_582 },
    { Discount: -1_890, Tax: 3_572 },
  ],
  [
    'a switch to a cheaper plan, which is credited',
    { lines: lines(-18_900, 4_900), taxCents: 0, totalCents: -14_490, dueCents: -14_490 },
    { Discount: -490 },
  ],
  [
    'credit from before',
    { lines: lines(4_900), taxCents: 0, totalCents: 4_900, dueCents: 0 },
    { Credit: -4_900 },
  ],
  [
    'an amount that was left open',
    { lines: lines(4_900), taxCents: 0, totalCents: 4_900, dueCents: 5_000 },
    { Balance: 100 },
  ],
])('the rows add up: %s', (_name, charge, expected) => {
  const rows = chargeRows(charge)
  expect(Object.fromEntries(rows.map(({ name, cents }) => [name, cents]))).toEqual(expected)
  const listed = [
    ...charge.lines.map(({ amountCents }) => amountCents),
    ...rows.map((row) => row.cents),
  ]
  expect(listed.reduce((sum, cents) => sum + cents, 0)).toBe(charge.dueCents)
})
