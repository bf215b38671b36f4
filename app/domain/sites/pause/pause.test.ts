import { expect, test } from 'vitest'
import { endOfPause, withCurrentPause } from './pause.ts'

const endAt = (timeZone: string, at: string) =>
  endOfPause('tomorrow', { timeZone, at: new Date(at) })?.toISOString()

test.each([
  [
    'the next morning in the site’s zone',
    'Europe/Amsterdam',
    '2026-11-30T15:00:00Z',
    '2026-12-01T07:00:00.000Z',
  ],
  [
    'after midnight there, the morning after',
    'Europe/Amsterdam',
    '2026-11-30T23:30:00Z',
    '2026-12-02T07:00:00.000Z',
  ],
  [
    'where the day began earlier',
    'Pacific/Auckland',
    '2026-11-30T15:00:00Z',
    '2026-12-01T19:00:00.000Z',
  ],
  [
    'over a night that is an hour shorter',
    'Europe/Amsterdam',
    '2027-03-27T19:00:00Z',
    '2027-03-28T06:00:00.000Z',
  ],
  [
    'over a night that is an hour longer',
    'America/New_York',
    '2026-10-31T20:00:00Z',
    '2026-11-01T13:00:00.000Z',
  ],
])('tomorrow is %s', (_case, timeZone, at, end) => {
  expect(endAt(timeZone, at)).toBe(end)
})

test('an hour is an hour, also when clocks change, and an open pause has no end', () => {
  const at = new Date('2027-03-28T00:30:00Z')
  const about = { timeZone: 'Europe/Amsterdam', at }

  expect(endOfPause('hour', about)).toEqual(new Date('2027-03-28T01:30:00Z'))
  expect(endOfPause('open', about)).toBeNull()
})

test('a stored pause counts until its end, and no longer', () => {
  const end = new Date('2026-12-01T07:00:00Z')
  const row = { pausedAt: new Date('2026-11-30T15:00:00Z'), pausedUntil: end, name: 'Shop' }

  expect(withCurrentPause(row, new Date(end.getTime() - 1))).toBe(row)
  expect(withCurrentPause(row, end)).toEqual({ pausedAt: null, pausedUntil: null, name: 'Shop' })
  expect(withCurrentPause({ ...row, pausedUntil: null }, end)).toMatchObject({
    pausedAt: row.pausedAt,
  })
})
