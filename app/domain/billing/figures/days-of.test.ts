import { expect, test } from 'vitest'
import { daysOf } from './days-of.ts'

test('missed nights are between the days that have rows, over the end of a month', () => {
  expect(daysOf(['2026-02-27', '2026-03-02'])).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(daysOf(['2026-03-02'])).toEqual(['2026-03-02'])
  expect(daysOf([])).toEqual([])
})
