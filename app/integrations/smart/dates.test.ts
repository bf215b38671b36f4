import { expect, test } from 'vitest'
import { readDate, type DateFormat } from './dates.ts'

test.each<[DateFormat, string | number, string | null]>([
  ['auto', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['auto', '2026-01-31T09:30:00.123456+0100', '2026-01-31T08:30:00.000Z'],
  ['auto', '2026-01-31 09:30:00 UTC', '2026-01-31T09:30:00.000Z'],
  ['auto', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['auto', 1769851800, '2026-01-31T09:30:00.000Z'],
  ['auto', '1769851800', '2026-01-31T09:30:00.000Z'],
  ['auto', 1769851800000, '2026-01-31T09:30:00.000Z'],
  ['auto', '1769851800.5', '2026-01-31T09:30:00.500Z'],
  ['auto', 'Sat, 31 Jan 2026 10:30:00 +0100', '2026-01-31T09:30:00.000Z'],
  ['auto', '31/01/2026', '2026-01-31T00:00:00.000Z'],
  ['auto', '01/31/2026 9:30 pm', '2026-01-31T21:30:00.000Z'],
  ['auto', '02/02/2026', '2026-02-02T00:00:00.000Z'],
  ['auto', '01/02/2026', null],
  ['auto', '2026-02-30', null],
  ['auto', '2026-01-31T25:00:00Z', null],
  ['auto', 'yesterday', null],
  ['auto', '', null],
  ['auto', 12, null],
  ['auto', Number.NaN, null],
  ['dmy', '01.02.2026 09:30', '2026-02-01T09:30:00.000Z'],
  ['mdy', '1/2/2026, 12:05 AM', '2026-01-02T00:05:00.000Z'],
  ['dmy', '31-13-2026', null],
  ['iso', '31/01/2026', null],
  ['unix', '2026-01-31', null],
  ['unix_ms', 1769851800000, '2026-01-31T09:30:00.000Z'],
  ['rfc2822', '31 Jan 2026 09:30 GMT', '2026-01-31T09:30:00.000Z'],
  ['rfc2822', 'Sat, 31 Foo 2026 09:30:00 GMT', null],
])('%s reads %s', (format, value, moment) => {
  const read = readDate(value, { format })

  expect('moment' in read ? read.moment : null).toBe(moment)
})

test('a day that could be another one asks which part comes first', () => {
  const read = readDate('01/02/2026', { format: 'auto' })

  expect(read).toEqual({ unreadable: expect.stringContaining('day or the month') as string })
})
