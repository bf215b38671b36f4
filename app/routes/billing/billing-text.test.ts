import { expect, test } from 'vitest'
import { describeCharge } from './billing-text.ts'

const paid: Exclude<Parameters<typeof describeCharge>[1], null | undefined> = {
  planId: 'lite',
  state: 'active',
  quantity: 1,
  unitCents: 900,
  period: null,
  endsAt: null,
  trialEndsAt: null,
  currentPeriodEndsAt: null,
  pastDueSince: null,
  planEndsAt: null,
  discount: null,
  isLifetime: false,
}

test.each([
  ['a subscription', 900, paid, '$9 a month'],
  ['a plan that was paid once', 900, { ...paid, isLifetime: true }, 'Paid once'],
  ['a plan that staff set', 900, null, 'Nothing is charged'],
  ['the free plan', 0, null, '$0 a month'],
  ['a plan whose payments someone else sees', 900, undefined, '$9 a month'],
])('the price of %s', (_name, priceCents, subscription, words) => {
  expect(describeCharge(priceCents, subscription)).toBe(words)
})
