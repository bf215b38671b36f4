import { expect, test } from 'vitest'
import { changeOf } from './comparison.ts'

test('a change is relative, and without anything before there is none', () => {
  expect([changeOf(12, 10), changeOf(0, 10), changeOf(3, 0)]).toEqual([
    expect.closeTo(0.2),
    -1,
    null,
  ])
})
