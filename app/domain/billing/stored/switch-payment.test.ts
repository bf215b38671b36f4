import { expect, test } from 'vitest'
import {
  droppedWords,
  isOfSwitch,
  orderedPlan,
  payableUntil,
  type DroppedSwitch,
} from './switch-payment.ts'

const reasons: Record<DroppedSwitch['why'], string> = {
  canceled:
    'You canceled the Plus plan before the switch to Agency was paid, so the switch was dropped.',
  expired: 'The switch to Agency wasn’t paid in time, so it was dropped.',
  declined: 'The payment for the switch to Agency failed, so you’re still on Plus.',
}

test.each(Object.keys(reasons) as DroppedSwitch['why'][])('a switch dropped as %s', (why) => {
  const words = droppedWords({ why, planId: 'agency', currentPlanId: 'plus' })
  expect(words).toBe(`${reasons[why]} You haven’t been charged for it.`)
})

test('an invoice of a whole period is no switch', () => {
  expect(isOfSwitch({ lines: [{ isProration: false }] })).toBe(false)
  expect(isOfSwitch({ lines: [{ isProration: true }, { isProration: true }] })).toBe(true)
})

const at = (time: string) => new Date(`2026-03-02T${time}Z`)

test.each([
  ['in the middle of a period', new Date('2026-03-20'), new Date('2026-03-03T09:00Z')],
  ['three hours before its end', at('13:00'), at('13:00')],
  ['after its end, before the next one is known', at('09:00'), new Date('2026-03-03T09:00Z')],
  ['without a period', null, new Date('2026-03-03T09:00Z')],
])('a switch can be paid for 23 hours, %s', (_when, end, until) => {
  expect(payableUntil(at('10:00'), end)).toEqual(until)
})

test.each([
  ['10:00', 'agency'],
  ['09:57', 'agency'],
  ['09:00', null],
  // A later one didn't reach Stripe, so the invoice isn't its.
  ['10:30', null],
])('the invoice of 10:00 after an order at %s is for %s', (time, plan) => {
  const order = { planId: 'agency', at: at(time) }
  expect(orderedPlan(order, { issuedAt: at('10:00'), currentPlanId: 'plus' })).toBe(plan)
})
