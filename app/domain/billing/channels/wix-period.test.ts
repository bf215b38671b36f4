import { expect, test } from 'vitest'
import { periodAt } from './wix-period.ts'

const at = (text: string) => new Date(`${text}T10:00:00Z`)

test.each([
  ['2026-03-02', '2026-03-02', '2026-03-02', '2026-04-02'],
  ['2026-03-02', '2026-04-01', '2026-03-02', '2026-04-02'],
  ['2026-03-02', '2026-04-02', '2026-04-02', '2026-05-02'],
  ['2026-01-31', '2026-02-15', '2026-01-31', '2026-02-28'],
  ['2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-03-30', '2026-02-28', '2026-03-31'],
  ['2025-12-31', '2026-01-01', '2025-12-31', '2026-01-31'],
  ['2024-01-31', '2028-02-29', '2028-02-29', '2028-03-31'],
  // Their clock is ahead.
  ['2026-03-02', '2026-03-01', '2026-03-02', '2026-04-02'],
])('bought on %s, it’s %s: the month from %s to %s', (bought, today, from, to) => {
  const period = periodAt({ purchasedAt: at(bought), expiresAt: null }, at(today))

  expect(period).toEqual({ startedAt: at(from), endsAt: at(to) })
})

test('Wix says when years end', () => {
  const [purchasedAt, expiresAt] = [at('2026-03-02'), at('2027-03-02')]
  expect(periodAt({ purchasedAt, expiresAt }, at('2026-05-01'))).toEqual({
    startedAt: purchasedAt,
    endsAt: expiresAt,
  })
})
