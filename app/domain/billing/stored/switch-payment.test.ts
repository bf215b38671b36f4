import { expect, test } from 'vitest'
import { droppedWords, isOfSwitch, type DroppedSwitch } from './switch-payment.ts'

const reasons: Record<DroppedSwitch['why'], string> = {
  canceled:
    'You canceled the Plus plan before the switch to Agency was paid, so the switch was dropped.',
  expired: 'The switch to Agency wasn’t paid within 23 hours, so it was dropped.',
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
