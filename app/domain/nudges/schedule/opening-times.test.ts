import { expect, test } from 'vitest'
import type { NudgeHours, StoredRules } from '#app/contract/nudge-rules.ts'
import { openingTimes } from './opening-times.ts'

const weekdaysAtWork: NudgeHours = { days: [0, 1, 2, 3, 4], from: '09:00', until: '17:00' }

const secondsOf = (moment: string) => Date.parse(moment) / 1000

/** The first windows as "from/until", in UTC, to the minute. */
function format(rules: Partial<StoredRules>, at: string, timeZone = 'Europe/Amsterdam', count = 3) {
  const formatted: string[] = []
  for (const { from, until } of openingTimes(rules, { timeZone, at: new Date(at) })) {
    formatted.push([from, until].map((one) => write(one ?? NaN)).join('/'))
    if (formatted.length === count) break
  }
  return formatted
}

const write = (seconds: number) => new Date(seconds * 1000).toISOString().slice(5, 16)

test('the first window holds now or begins next, and a weekend is left out', () => {
  const rules = { hours: weekdaysAtWork }

  expect(format(rules, '2026-11-20T08:00Z')).toEqual([
    ...['11-20T08:00/11-20T16:00', '11-23T08:00/11-23T16:00', '11-24T08:00/11-24T16:00'],
  ])
  expect(format(rules, '2026-11-20T15:59:59Z')[0]).toBe('11-20T08:00/11-20T16:00')
  expect(format(rules, '2026-11-20T16:00Z')[0]).toBe('11-23T08:00/11-23T16:00')
})

test('a window over midnight belongs to the day that it begins on', () => {
  const hours = { days: [4], from: '22:00', until: '02:00' }

  expect(format({ hours }, '2026-11-21T00:30Z', 'UTC', 2)).toEqual([
    ...['11-20T22:00/11-21T02:00', '11-27T22:00/11-28T02:00'],
  ])
})

test('hours of the same beginning and end are a day long, and neighbours make one window', () => {
  const hours = { days: [5, 6], from: '00:00', until: '00:00' }

  expect(format({ hours }, '2026-11-18T12:00Z', 'UTC', 2)).toEqual([
    ...['11-21T00:00/11-23T00:00', '11-28T00:00/11-30T00:00'],
  ])
})

test('the nudge’s start and end cut its windows', () => {
  const rules = {
    hours: weekdaysAtWork,
    from: secondsOf('2026-11-23T10:00Z'),
    until: secondsOf('2026-11-24T09:00Z'),
  }

  expect(format(rules, '2026-11-20T08:00Z')).toEqual([
    ...['11-23T10:00/11-23T16:00', '11-24T08:00/11-24T09:00'],
  ])
  expect(format(rules, '2026-11-24T09:00Z')).toEqual([])
  expect(format({ ...rules, until: rules.from }, '2026-11-20T08:00Z')).toEqual([])
})

test('no window lies between a beginning and an end on a day without hours', () => {
  const from = secondsOf('2026-11-21T10:00Z')
  const until = secondsOf('2026-11-22T10:00Z')

  expect(format({ hours: weekdaysAtWork, from, until }, '2026-11-20T08:00Z')).toEqual([])
})

test('a nudge without hours has one window, open where nothing is said', () => {
  expect([...openingTimes({ until: 5 }, { timeZone: 'UTC', at: new Date(0) })]).toEqual([
    { from: null, until: 5 },
  ])
})

test.each<[string, NudgeHours, string, string]>([
  ['what is left out begins after the gap', hoursOf('02:30', '05:00'), '03-28', '01:00/03:00'],
  ['what is left out ends at the gap', hoursOf('01:00', '02:30'), '03-28', '00:00/01:00'],
  ['a night is an hour shorter', hoursOf('00:00', '06:00'), '03-28', '23:00/04:00'],
  ['a night is an hour longer', hoursOf('00:00', '06:00'), '10-31', '22:00/05:00'],
  ['times that come twice are told twice', hoursOf('02:15', '02:45'), '10-31', '00:15/00:45'],
])('on the day of the change, %s', (_case, hours, day, expected) => {
  const [first = ''] = format({ hours }, `2027-${day}T00:00Z`)

  expect(first.replaceAll(/\d\d-\d\dT/g, '')).toBe(expected)
})

test('the second occurrence of a time is a separate window', () => {
  expect(format({ hours: hoursOf('02:15', '02:45') }, '2027-10-31T00:00Z')).toEqual([
    ...['10-31T00:15/10-31T00:45', '10-31T01:15/10-31T01:45', '11-01T01:15/11-01T01:45'],
  ])
})

// Clock changes at night, at midnight forwards and backwards, by half an hour, and none.
const zones = [
  ...[['Europe/Amsterdam', '2027-03-25', '2027-10-28'] as const],
  ...[['Africa/Cairo', '2026-04-21', '2026-10-27'] as const],
  ...[['America/Havana', '2026-03-05', '2026-10-29'] as const],
  ...[['Australia/Lord_Howe', '2026-04-02', '2026-10-01'] as const],
  ...[['Asia/Kolkata', '2026-06-01', '2026-12-01'] as const],
]
const wanted = [
  ...[hoursOf('09:00', '17:00', [0, 2, 5]), hoursOf('22:30', '02:15', [5, 6])],
  ...[hoursOf('02:15', '02:45'), hoursOf('00:00', '00:00', [6]), hoursOf('00:30', '23:30')],
]

test.each(zones)(
  'in %s it is shown exactly while the clock there shows its hours',
  (zone, ...on) => {
    const clock = makeClock(zone)
    const cases = wanted.flatMap((hours) => on.map((day) => ({ hours, day })))
    for (const { hours, day } of cases) {
      const begin = secondsOf(`${day}T00:00Z`)
      const moments = Array.from({ length: 5 * 96 }, (_one, step) => begin + step * 900)
      const windows = windowsOf({ hours }, { zone, begin, end: begin + 5 * 86_400 })
      const isShown = (at: number) => windows.some(({ from, until }) => from <= at && at < until)
      const wrong = moments.filter((at) => isShown(at) !== isInside(hours, clock(at))).map(write)

      expect({ hours, wrong }).toEqual({ hours, wrong: [] })
    }
  },
)

test('whenever it is asked, the first window is the one that holds or comes next', () => {
  const hours = hoursOf('22:30', '02:15', [5, 6])
  const zone = 'Europe/Amsterdam'
  const [begin, end] = [secondsOf('2027-10-28T00:00Z'), secondsOf('2027-11-02T00:00Z')]
  const windows = windowsOf({ hours }, { zone, begin, end })

  for (let at = begin; at < end; at += 7_200) {
    const next = windows.find(({ until }) => until > at)
    const [first] = openingTimes({ hours }, { timeZone: zone, at: new Date(at * 1000) })
    expect(first?.until).toBe(next?.until)
    expect(first?.from).toBe(next?.from)
  }
})

type Span = { zone: string; begin: number; end: number }

/** All windows that overlap the span, and the first one after it. */
function windowsOf(rules: Partial<StoredRules>, { zone, begin, end }: Span) {
  const windows: { from: number; until: number }[] = []
  for (const { from, until } of openingTimes(rules, {
    timeZone: zone,
    at: new Date(begin * 1000),
  })) {
    windows.push({ from: from ?? NaN, until: until ?? NaN })
    if ((from ?? NaN) >= end) break
  }
  return windows
}

function hoursOf(from: string, until: string, days: number[] = []): NudgeHours {
  return { days, from, until }
}

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Weekday and time, from the platform's formatter. */
function makeClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (seconds: number) => {
    const [, name = '', time = ''] =
      /^(\w{3}),? (\d\d:\d\d)$/.exec(format.format(seconds * 1000)) ?? []
    return { weekday: names.indexOf(name), time }
  }
}

function isInside({ days, from, until }: NudgeHours, { weekday, time }: Shown): boolean {
  const isOn = (day: number) => days.length === 0 || days.includes((day + 7) % 7)
  if (from < until) return isOn(weekday) && time >= from && time < until
  return (isOn(weekday) && time >= from) || (isOn(weekday - 1) && time < until)
}
type Shown = { weekday: number; time: string }
