import { expect, test } from 'vitest'
import { chargeRows, creditOf } from './charge-rows.ts'

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
    'a switch of discounted time to a plan without a discount',
    {
      lines: [{ amountCents: -5_721, discountCents: 2_861 }, { amountCents: 12_149 }],
      taxCents: 0,
      totalCents: 9_289,
      dueCents: 9_289,
    },
    { 'Discount added back': 2_861 },
  ],
  [
    'a switch with a running discount',
    {
      lines: [
        { amountCents: -6_300, discountCents: 3_150 },
        { amountCents: 2_967, discountCents: -1_483 },
      ],
      taxCents: 0,
      totalCents: -1_666,
      dueCents: -1_666,
    },
    { Discount: -1_483, 'Discount added back': 3_150 },
  ],
  [
    'one that was stored without the discounts of its lines',
    { lines: lines(-5_721, 12_149), taxCents: 0, totalCents: 9_289, dueCents: 9_289 },
    { 'Discount added back': 2_861 },
  ],
  [
    'credit from before',
    { lines: lines(4_900), taxCents: 0, totalCents: 4_900, dueCents: 0 },
    { Credit: -4_900 },
  ],
  [
    'an amount that was left open',
    { lines: lines(4_900), taxCents: 0, totalCents: 4_900, dueCents: 5_000 },
    { 'From an earlier invoice': 100 },
  ],
  [
    'an amount that is too small to charge',
    { lines: lines(29), taxCents: 0, totalCents: 29, dueCents: 0, carriedCents: 29 },
    { 'Added to your next invoice': -29 },
  ],
  [
    'two of them, which are too small together',
    { lines: lines(10), taxCents: 0, totalCents: 10, dueCents: 0, carriedCents: 39 },
    { 'From an earlier invoice': 29, 'Added to your next invoice': -39 },
  ],
])('the rows add up: %s', (_name, charge, expected) => {
  const rows = chargeRows(charge)
  expect(Object.fromEntries(rows.map(({ name, cents }) => [name, cents]))).toEqual(expected)
  for (const { name, cents } of rows) {
    if (name === 'Discount') expect(cents).toBeLessThan(0)
    if (name === 'Discount added back') expect(cents).toBeGreaterThan(0)
  }
  const listed = [
    ...charge.lines.map(({ amountCents }) => amountCents),
    ...rows.map((row) => row.cents),
  ]
  expect(listed.reduce((sum, cents) => sum + cents, 0)).toBe(charge.dueCents)
})

test.each([
  ['used in part', 'paid', [4_450, 2_784, 2_784, 0], -1_666],
  ['used for all', 'paid', [4_900, 0, 0, 0], -4_900],
  ['added', 'paid', [-2_709, 0, 0, 0], 2_709],
  ['not needed', 'paid', [2_900, 2_900, 2_900, 0], 0],
  ['used next to an amount that is too small to charge', 'paid', [60, 0, 0, 40], -20],
  ['used by one that is still owed', 'open', [4_450, 2_784, 0, 0], -1_666],
  ['given back', 'void', [4_450, 2_784, 0, 0], 0],
  ['unknown', 'open', [2_900, null, 0, 0], 0],
] as const)('credit that is %s', (_name, state, cents, credit) => {
  const [totalCents, dueCents, paidCents, carriedCents] = cents
  expect(creditOf({ state, totalCents, dueCents, paidCents, carriedCents })).toBe(credit)
})
