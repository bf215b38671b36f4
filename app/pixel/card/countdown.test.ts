import { expect, test } from 'vitest'
import { holdCountdown, resumeCountdown, startCountdown } from './countdown.ts'

test('the time in which it is held does not count', () => {
  const running = startCountdown(5000, 100)

  const held = holdCountdown(running, 2100)
  const resumed = resumeCountdown(held, 60_000)

  expect(held).toEqual({ left: 3000, runningSince: null })
  expect(resumed).toEqual({ left: 3000, runningSince: 60_000 })
})

test('after a pause at the last moment a full second is left', () => {
  const running = startCountdown(5000, 0)

  const held = holdCountdown(running, 4990)

  expect(held.left).toBe(1000)
})

test('holding twice and resuming twice change nothing', () => {
  const held = holdCountdown(startCountdown(5000, 0), 1000)
  const resumed = resumeCountdown(held, 2000)

  expect(holdCountdown(held, 1500)).toEqual(held)
  expect(resumeCountdown(resumed, 2500)).toEqual(resumed)
})
