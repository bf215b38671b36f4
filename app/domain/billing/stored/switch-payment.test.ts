import { expect, test } from 'vitest'
import {
  droppedWords,
  isOfSwitch,
  orderedPlan,
  payableUntil,
  whyDropped,
  type DroppedSwitch,
} from './switch-payment.ts'

const reasons: Record<DroppedSwitch['why'], string> = {
  canceled:
    'The Plus plan was canceled before the switch to Agency was paid, so the switch was dropped.',
  expired: 'The switch to Agency wasn’t paid in time, so it was dropped.',
  declined: 'The payment for the switch to Agency failed, so you’re still on Plus.',
  replaced:
    'The switch to Agency was dropped because you chose another plan, which couldn’t be ordered. You’re still on Plus.',
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

test.each([
  ['a card declined', null, '10:00:01', 'declined'],
  ['a card declined before the plan was canceled', '10:01:00', '10:00:01', 'declined'],
  ['a card declined, of a plan that was canceled before', '09:00:00', '10:00:01', 'declined'],
  ['a card declined, once we had changed the plan’s end', '10:00:00', '10:00:01', 'declined'],
  ['the plan was canceled', '11:00:00', '11:00:00', 'canceled'],
  ['the plan was canceled, a second apart', '11:00:01', '11:00:00', 'canceled'],
  ['no one paid', null, '12:00:00', 'expired'],
  ['Stripe says nothing yet, in time', null, null, 'declined'],
] as const)(
  'a switch of 10:00 that can be paid until 12:00: %s',
  (_name, canceled, voided, why) => {
    const of = (time: string | null) => (time === null ? null : new Date(`2026-03-02T${time}Z`))
    const times = { canceledAt: of(canceled), voidedAt: of(voided) }
    const window = { issuedAt: at('10:00'), payBy: at('12:00') }
    expect(whyDropped({ ...window, ...times }, at('11:30'))).toBe(why)
  },
)
