import { expect, test } from 'vitest'
import { lastReportPeriod, periodBefore } from './period.ts'

test.each([
  ['day', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }],
  // A Monday, and the Sunday before it.
  ['week', '2026-03-09', { from: '2026-03-02', to: '2026-03-08' }],
  ['week', '2026-03-08', { from: '2026-02-23', to: '2026-03-01' }],
  ['month', '2026-03-01', { from: '2026-02-01', to: '2026-02-28' }],
  ['month', '2026-01-31', { from: '2025-12-01', to: '2025-12-31' }],
] as const)('the last %s that is over on %s', (every, today, expected) => {
  expect(lastReportPeriod(every, today)).toEqual(expected)
})

test('the period before has the kind’s own length', () => {
  expect(periodBefore('month', { from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(periodBefore('week', { from: '2026-03-02', to: '2026-03-08' })).toEqual({
    from: '2026-02-23',
    to: '2026-03-01',
  })
})
