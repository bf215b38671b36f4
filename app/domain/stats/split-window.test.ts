import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '#app/lib/days/counted-days.ts'
import { splitWindow, wholeHours } from './split-window.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'

const at = (text: string) => new Date(`${text}Z`)

test('a window is cut into months, days, parts of days, and hours of what is not closed', () => {
  const window = { from: at('2026-01-30T22:10'), to: at('2026-04-03T08:00') }

  const pieces = splitWindow(window, at('2026-04-02T00:00'), { hasMonths: true })

  expect(pieces).toEqual({
    months: [{ from: at('2026-02-01T00:00'), to: at('2026-04-01T00:00') }],
    days: [
      { from: at('2026-01-31T00:00'), to: at('2026-02-01T00:00') },
      { from: at('2026-04-01T00:00'), to: at('2026-04-02T00:00') },
    ],
    parts: [{ from: at('2026-01-30T22:00'), to: at('2026-01-31T00:00') }],
    hours: [{ from: at('2026-04-02T00:00'), to: at('2026-04-03T08:00') }],
  })
})

test('before any day is closed, all of it is hours', () => {
  const window = { from: at('2026-01-01T00:00'), to: at('2026-03-01T00:00') }

  expect(splitWindow(window, null, { hasMonths: true })).toEqual({
    months: [],
    days: [],
    parts: [],
    hours: [window],
  })
})

const moment = fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => {
  return new Date(Date.UTC(2025, 5) + minutes * 60_000)
})
const closed = fc.option(moment.map((one) => new Date(one.toISOString().slice(0, 10))))

test('the pieces are the whole hours of the window, each once, and nothing else', () => {
  fc.assert(
    fc.property(moment, moment, closed, fc.boolean(), (one, other, closedUntil, hasMonths) => {
      fc.pre(Number(one) !== Number(other))
      const window = one < other ? { from: one, to: other } : { from: other, to: one }

      const { months, days, parts, hours } = splitWindow(window, closedUntil, { hasMonths })

      const pieces = [...months, ...days, ...parts, ...hours].sort(
        (a, b) => Number(a.from) - Number(b.from),
      )
      const whole = wholeHours(window)
      expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([whole.from, whole.to])
      expect(pieces.slice(1).map(({ from }) => from)).toEqual(
        pieces.slice(0, -1).map(({ to }) => to),
      )
      expect(areWhole(days, dayMillis) && areWhole([...parts, ...hours], hourMillis)).toBe(true)
      expect(months.flatMap(({ from, to }) => [from.getUTCDate(), to.getUTCDate()])).toEqual(
        months.flatMap(() => [1, 1]),
      )
      const stored = [...months, ...days, ...parts]
      if (!closedUntil) expect(stored).toEqual([])
      else {
        expect(stored.every(({ to }) => to <= closedUntil)).toBe(true)
        expect(hours.every(({ from }) => from >= closedUntil)).toBe(true)
      }
    }),
  )
})

test('a window without length has no pieces, also within an hour', () => {
  const within = { from: at('2026-01-30T22:10'), to: at('2026-01-30T22:10') }

  expect(splitWindow(within, at('2026-04-02T00:00'), { hasMonths: true })).toEqual({
    months: [],
    days: [],
    parts: [],
    hours: [],
  })
})

const areWhole = (spans: Span[], millis: number) =>
  spans.every(({ from, to }) => Number(from) % millis === 0 && Number(to) % millis === 0)
