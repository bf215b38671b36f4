import { expect, test } from 'vitest'
import { backOff, mayRetry, readRetryAfter } from './retry.ts'

const answerOf = (status: number, body: unknown = null) => ({ status, body })

test.each([
  ['no answer', null],
  ['200 without outcomes', answerOf(200)],
  ['200 with another body', answerOf(200, 'Welcome')],
  ['429', answerOf(429)],
  ['500', answerOf(500)],
  ['503, whatever it says', answerOf(503, { outcomes: [] })],
])('after %s the same events may be sent again', (_title, answer) => {
  expect(mayRetry(answer)).toBe(true)
})

test.each([
  ['outcomes', answerOf(202, { outcomes: [] })],
  [
    'events that are taken and counted later',
    answerOf(200, { outcomes: [{ id: 'event', outcome: 'taken' }] }),
  ],
  ['400', answerOf(400)],
  ['404', answerOf(404)],
  ['413', answerOf(413)],
])('after %s they are done with', (_title, answer) => {
  expect(mayRetry(answer)).toBe(false)
})

test('each failure in a row doubles the pause, up to five minutes', () => {
  const pauses = [1, 2, 3, 4, 9, 10, 500].map((failures) => backOff(failures, 1))

  expect(pauses).toEqual([1000, 2000, 4000, 8000, 256_000, 300_000, 300_000])
})

test('jitter shortens the pause by at most half', () => {
  expect(backOff(1, 0)).toBe(500)
})

test.each([
  [null, 0],
  ['', 0],
  ['0', 0],
  ['30', 30_000],
  ['-5', 0],
  ['soon', 0],
  ['999999', 3_600_000],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 0],
])('Retry-After %j means %d milliseconds', (header, millis) => {
  expect(readRetryAfter({ headers: { get: () => header } })).toBe(millis)
})

test('without an answer no pause is asked for', () => {
  expect(readRetryAfter(null)).toBe(0)
})
