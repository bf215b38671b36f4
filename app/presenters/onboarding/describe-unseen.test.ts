import { expect, test } from 'vitest'
import { describeUnseen } from './describe-unseen.ts'

test('an owner reads that the holdout group can be why, and how to see the nudge anyway', () => {
  expect(describeUnseen(10)).toBe(
    'No impressions from visitors yet. 10% of visitors are in the holdout group and see no nudges. You may be one of them. Open your shop below to see your nudge yourself. Your own visit isn’t counted.',
  )
})

test('without a holdout group there is no word of it', () => {
  expect(describeUnseen(0)).toBe(
    'No impressions from visitors yet. Open your shop below to see your nudge yourself. Your own visit isn’t counted.',
  )
})
