import { expect, test } from 'vitest'
import { changeOf, comparePeriods } from './comparison.ts'

const at = (text: string) => new Date(`${text}Z`)

test('a window that runs is compared up to the last whole hour', () => {
  const window = { from: at('2026-03-03T00:00'), to: at('2026-03-10T00:00') }

  const spans = comparePeriods(window, at('2026-03-04T06:20'))

  expect(spans).toEqual({
    current: { from: at('2026-03-03T00:00'), to: at('2026-03-04T06:00') },
    before: { from: at('2026-03-01T18:00'), to: at('2026-03-03T00:00') },
  })
})

test('a window that has not begun is empty, and so is the one before', () => {
  const window = { from: at('2026-03-03T00:00'), to: at('2026-03-10T00:00') }

  const { current, before } = comparePeriods(window, at('2026-03-01T00:00'))

  expect([current.from, before.from]).toEqual([current.to, before.to])
})

test('a change is relative, and without anything before there is none', () => {
  expect([changeOf(12, 10), changeOf(0, 10), changeOf(3, 0)]).toEqual([
    expect.closeTo(0.2),
    -1,
    null,
  ])
})
