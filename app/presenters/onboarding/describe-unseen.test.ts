import { expect, test } from 'vitest'
import { describeUnseen } from './describe-unseen.ts'

const rest = 'Open your shop below to see your nudge yourself. Your own visit isn’t counted.'

test('an owner in the holdout group reads that it’s why, and how to see the nudge anyway', () => {
  expect(describeUnseen(10, 'holdout')).toBe(
    `No impressions from visitors yet. 10% of visitors are in the holdout group and see no nudges. Your browser is one of them today, unless you’ve given consent on your shop. ${rest}`,
  )
})

test('an owner who isn’t in the group reads how large it is', () => {
  expect(describeUnseen(10, 'shown')).toBe(
    `No impressions from visitors yet. 10% of visitors are in the holdout group and see no nudges. ${rest}`,
  )
})

test('without a holdout group there is no word of it', () => {
  expect(describeUnseen(0, 'none')).toBe(`No impressions from visitors yet. ${rest}`)
})
