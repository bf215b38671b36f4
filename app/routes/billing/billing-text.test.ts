import { expect, test } from 'vitest'
import {
  atBankWords,
  describeCharge,
  describeUnpaid,
  hasMoreOpen,
  paymentWords,
} from './billing-text.ts'

const paid: Exclude<Parameters<typeof describeCharge>[1], null | undefined> = {
  planId: 'lite',
  state: 'active',
  quantity: 1,
  unitCents: 900,
  currency: 'usd',
  period: null,
  endsAt: null,
  trialEndsAt: null,
  currentPeriodEndsAt: null,
  pastDueSince: null,
  planEndsAt: null,
  discount: null,
  collectionPaused: null,
  paidUntil: null,
  isLifetime: false,
}

test.each([
  ['a subscription', 900, paid, '$9 a month'],
  ['a plan that was paid once', 900, { ...paid, isLifetime: true }, 'Paid once'],
  ['a plan that staff set', 900, null, 'Free of charge'],
  ['a price that was made by hand', 900, { ...paid, currency: 'eur' }, '€9 a month'],
  ['the free plan', 0, null, '$0 a month'],
  ['a plan whose payments someone else sees', 900, undefined, '$9 a month'],
])('the price of %s', (_name, priceCents, subscription, words) => {
  expect(describeCharge(priceCents, subscription)).toBe(words)
})

const line = { quantity: 1, amountCents: 2_900 }
const period = [
  { ...line, description: '1 × Footfall Plus (at $29.00 / month)', isProration: false },
]
const switched = [{ ...line, description: 'Remaining time on Footfall Agency', isProration: true }]
const waiting = {
  subscription: 'sub_1',
  invoice: 'in-1',
  planId: 'agency',
  cents: 6_000,
  currency: 'usd',
  payBy: new Date(Date.UTC(2026, 2, 3, 9)),
}
const nothing = { waiting: null, starting: null }

test.each([
  ['a paid one', 'paid', switched, nothing, null],
  [
    'one of a switch that waits',
    'open',
    switched,
    { waiting, starting: null },
    'Switch to Agency. You only owe it if you switch, until Mar 3, 2026, 9:00 AM UTC.',
  ],
  [
    'one of a switch that was made at the provider',
    'open',
    switched,
    { waiting: { ...waiting, planId: null }, starting: null },
    'Switch to another plan. You only owe it if you switch, until Mar 3, 2026, 9:00 AM UTC.',
  ],
  [
    'a first one',
    'open',
    period,
    { waiting: null, starting: 'in-1' },
    'First payment. Your plan starts once it’s paid.',
  ],
  [
    'a debt next to a first one',
    'open',
    period,
    { waiting: null, starting: 'in-2' },
    '1 × Footfall Plus (at $29.00 / month). Still owed.',
  ],
  ['a debt', 'open', period, nothing, '1 × Footfall Plus (at $29.00 / month). Still owed.'],
  [
    'one of a dropped switch',
    'void',
    switched,
    nothing,
    'Switch that wasn’t paid. Nothing is owed.',
  ],
  ['another void one', 'void', period, nothing, 'Withdrawn. Nothing is owed.'],
  ['one that was given up', 'uncollectible', period, nothing, 'We no longer try to collect it.'],
] as const)('among the invoices, %s', (_name, state, lines, known, words) => {
  const invoice = {
    uuid: 'in-1',
    state,
    isProcessing: false,
    isAnswered: true,
    lines: [...lines],
    paidCents: 0,
    currency: 'usd',
  }
  expect(describeUnpaid(invoice, known)).toBe(words)
})

test('nothing is promised of a canceled invoice whose bank hasn’t answered', () => {
  const invoice = {
    uuid: 'in-1',
    state: 'void' as const,
    isProcessing: false,
    isAnswered: false,
    paidCents: 0,
    currency: 'usd',
  }
  expect(describeUnpaid({ ...invoice, lines: [...period] }, nothing)).toBe('Withdrawn.')
  expect(describeUnpaid({ ...invoice, lines: [...switched] }, nothing)).toBe(
    'Switch that wasn’t paid.',
  )
})

test('a larger payment at a bank hides no debt of another plan', () => {
  const processing = { subscription: 'sub_2', cents: 4_900 }
  expect(hasMoreOpen({ subscription: 'sub_1', cents: 2_900 }, processing)).toBe(true)
  expect(hasMoreOpen({ subscription: 'sub_2', cents: 4_900 }, processing)).toBe(false)
  expect(hasMoreOpen({ subscription: 'sub_2', cents: 7_800 }, processing)).toBe(true)
  expect(hasMoreOpen({ subscription: 'sub_1', cents: 2_900 }, null)).toBe(true)
})

const visa = { brand: 'visa', lastFour: '4242', country: 'US', expMonth: 4, expYear: 2030 }
const named = 'Visa ending in 4242, expires 04/2030'

test.each([
  ['an amount', 1_354, `Charged to ${named}.`],
  ['an amount that isn’t known', null, `Charged to ${named}.`],
  ['nothing', 0, `This costs nothing now. Later invoices go to ${named}.`],
  ['a credit', -2_709, `This costs nothing now. Later invoices go to ${named}.`],
])('where %s goes', (_name, dueNowCents, words) => {
  expect(paymentWords(visa, dueNowCents)).toBe(words)
})

test('several canceled invoices that a bank can still charge are named as several', () => {
  expect(atBankWords({ amounts: '$60', invoices: 1 })).toBe(
    'Your bank is still processing $60 for an invoice that was canceled, and can still charge it. If it does, contact support to get the money back.',
  )
  expect(atBankWords({ amounts: '$89', invoices: 2 })).toBe(
    'Your bank is still processing $89 for 2 invoices that were canceled, and can still charge them. If it does, contact support to get the money back.',
  )
})
