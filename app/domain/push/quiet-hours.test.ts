import { expect, test } from 'vitest'
import { afterQuietHours, localInstant } from './quiet-hours.ts'

const night = { quietFrom: '21:00', quietUntil: '08:00' }

test.each([
  ['UTC', night, '2026-12-01T12:00:00Z', '2026-12-01T12:00:00Z'],
  ['UTC', night, '2026-12-01T20:59:59Z', '2026-12-01T20:59:59Z'],
  ['UTC', night, '2026-12-01T21:00:00Z', '2026-12-02T08:00:00Z'],
  ['UTC', night, '2026-12-02T07:59:00Z', '2026-12-02T08:00:00Z'],
  ['Asia/Tokyo', night, '2026-12-01T12:30:00Z', '2026-12-01T23:00:00Z'],
  ['Asia/Kathmandu', night, '2026-12-01T15:20:00Z', '2026-12-02T02:15:00Z'],
  // Within one day.
  [
    'UTC',
    { quietFrom: '12:00', quietUntil: '14:00' },
    '2026-12-01T13:00:00Z',
    '2026-12-01T14:00:00Z',
  ],
  // Clocks go forward in the night, and back in another.
  ['Europe/Berlin', night, '2026-03-28T22:00:00Z', '2026-03-29T06:00:00Z'],
  ['Europe/Berlin', night, '2026-10-24T22:00:00Z', '2026-10-25T07:00:00Z'],
  // The end is skipped by the clock change: the same distance before it.
  [
    'Europe/Berlin',
    { quietFrom: '21:00', quietUntil: '02:30' },
    '2026-03-28T22:00:00Z',
    '2026-03-29T00:30:00Z',
  ],
])('in %s with %j, %s becomes %s', (zone, quiet, at, wanted) => {
  expect(afterQuietHours(quiet, zone, new Date(at))).toEqual(new Date(wanted))
})

test('equal times are no quiet hours', () => {
  const at = new Date('2026-12-01T03:00:00Z')
  expect(afterQuietHours({ quietFrom: '03:00', quietUntil: '03:00' }, 'UTC', at)).toEqual(at)
})

test('a local time is another moment in each zone', () => {
  const wanted = '2026-12-01T09:00'
  expect(localInstant('UTC', wanted)).toEqual(new Date('2026-12-01T09:00:00Z'))
  expect(localInstant('America/New_York', wanted)).toEqual(new Date('2026-12-01T14:00:00Z'))
  expect(localInstant('Pacific/Kiritimati', wanted)).toEqual(new Date('2026-11-30T19:00:00Z'))
})

test('a local time that a clock change skips or repeats is one moment of that night', () => {
  expect(localInstant('Europe/Berlin', '2026-03-29T02:30')).toEqual(
    new Date('2026-03-29T00:30:00Z'),
  )
  expect(localInstant('Europe/Berlin', '2026-10-25T02:30')).toEqual(
    new Date('2026-10-25T00:30:00Z'),
  )
})
