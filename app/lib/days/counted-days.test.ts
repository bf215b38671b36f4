import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMillis, hourMillis } from '../time.ts'
import { dayIn } from '../zoned-days.ts'
import {
  areUtcDays,
  dayAt,
  daysOver,
  gridOf,
  listDays,
  minutesAfterMidnight,
  spanOf,
  startOfDay,
} from './counted-days.ts'

/** Zone, day, its first hour (UTC), and how many hours it has. */
const table: readonly [timeZone: string, day: string, start: string, hours: number][] = [
  ['UTC', '2026-03-29', '2026-03-29T00:00', 24],
  ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00', 23],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00', 24],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00', 25],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00', 24],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00', 25],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00', 24],
  // At midnight the clock goes to one, so the day begins at 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00', 23],
  // At one the clock goes back to midnight, which comes twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00', 25],
  // Days start at 00:30, and all have whole hours.
  ['Asia/Kolkata', '2026-03-10', '2026-03-09T19:00', 24],
  // 00:45.
  ['Asia/Kathmandu', '2026-03-10', '2026-03-09T19:00', 24],
  // 00:30 in winter; clocks change by half an hour, at two.
  ['Australia/Lord_Howe', '2026-07-01', '2026-06-30T14:00', 24],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T14:00', 23],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00', 24],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 25],
  // The zone skipped 30 December, when it crossed the date line.
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00', 0],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00', 24],
  ['Pacific/Apia', '2026-03-10', '2026-03-09T11:00', 24],
  ['Pacific/Kiritimati', '2026-03-10', '2026-03-09T10:00', 24],
  ['Pacific/Honolulu', '2026-03-10', '2026-03-10T10:00', 24],
]

test.each(table)('in %s %s begins at %s (UTC) and has %i hours', (timeZone, day, start, hours) => {
  const { from, to } = spanOf(timeZone, { from: day, to: day })

  expect(from).toEqual(new Date(`${start}Z`))
  expect((to.getTime() - from.getTime()) / hourMillis).toBe(hours)
})

test.each(table.filter(([, , , hours]) => hours > 0))(
  'in %s %s has all times from its start to its end, and no others',
  (timeZone, day) => {
    const { from, to } = spanOf(timeZone, { from: day, to: day })

    expect([from, new Date(to.getTime() - 1)].map((at) => dayAt(timeZone, at))).toEqual([day, day])
    expect(dayAt(timeZone, new Date(from.getTime() - 1)) < day).toBe(true)
    expect(dayAt(timeZone, to) > day).toBe(true)
  },
)

const zones = [...new Set(table.map(([timeZone]) => timeZone))]
const moment = fc
  .integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) })
  .map((millis) => new Date(millis))

test('a time is in the day whose hours contain it, in the grid too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, (timeZone, at) => {
      const day = dayAt(timeZone, at)
      const { from, to } = spanOf(timeZone, { from: day, to: day })
      expect(from <= at && at < to).toBe(true)
      expect(startOfDay(timeZone, day)).toEqual(from)

      const around = daysOver(timeZone, {
        from: new Date(at.getTime() - 3 * dayMillis),
        to: new Date(at.getTime() + 3 * dayMillis),
      })
      const { days, placeOf } = gridOf(timeZone, around)
      expect(days[placeOf(at.getTime()) ?? -1]).toBe(day)
    }),
  )
})

test('where clocks differ by whole hours, it is the day on the calendar', () => {
  const whole = zones.filter((zone) => !/Kolkata|Kathmandu|Lord_Howe/.test(zone))
  fc.assert(
    fc.property(fc.constantFrom(...whole), moment, (timeZone, at) => {
      expect(dayAt(timeZone, at)).toBe(dayIn(timeZone, at))
    }),
  )
})

test.each([
  ['Europe/Berlin', 0],
  ['Asia/Kolkata', 30],
  ['Asia/Kathmandu', 45],
  ['Australia/Eucla', 45],
  ['America/St_Johns', 30],
])('days in %s start %i minutes after midnight', (timeZone, minutes) => {
  expect(minutesAfterMidnight(timeZone, '2026-03-10')).toBe(minutes)
})

test('the days over a time frame are those that it touches', () => {
  const days = { from: '2026-03-28', to: '2026-03-30' }

  expect(daysOver('Europe/Berlin', spanOf('Europe/Berlin', days))).toEqual(days)
  expect(listDays(days)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(listDays({ from: '2026-03-30', to: '2026-03-28' })).toEqual([])
})

test.each([
  ['UTC', { from: '2026-03-28', to: '2026-03-29' }, true],
  ['Europe/London', { from: '2026-01-01', to: '2026-03-28' }, true],
  // Begins at midnight (UTC) and ends at 23:00.
  ['Europe/London', { from: '2026-03-29', to: '2026-03-29' }, false],
  ['Europe/Berlin', { from: '2026-01-01', to: '2026-01-02' }, false],
])('whether days in %s of %j are days in UTC: %s', (timeZone, days, areDays) => {
  expect(areUtcDays(gridOf(timeZone, days))).toBe(areDays)
})

test('times outside of a grid have no place', () => {
  const { span, placeOf } = gridOf('Europe/Berlin', { from: '2026-03-28', to: '2026-03-29' })

  expect([placeOf(span.from.getTime() - 1), placeOf(span.to.getTime())]).toEqual([
    undefined,
    undefined,
  ])
})
