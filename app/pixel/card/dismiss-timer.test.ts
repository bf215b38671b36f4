import { expect, onTestFinished, test, vi } from 'vitest'
import { startDismissTimer } from './dismiss-timer.ts'

const stayFor = (millis: number) => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const state = { isHeld: false, hasLeft: false }
  const stay = startDismissTimer(
    millis,
    () => state.isHeld,
    () => {
      state.hasLeft = true
    },
  )
  return {
    hold: (isHeld: boolean) => {
      state.isHeld = isHeld
      stay.settle()
    },
    leavesWithin: (passed: number) => {
      vi.advanceTimersByTime(passed)
      return state.hasLeft
    },
  }
}

test('the time in which it is held does not count', () => {
  const { hold, leavesWithin } = stayFor(5000)
  leavesWithin(2000)

  hold(true)
  leavesWithin(60_000)
  hold(false)

  expect(leavesWithin(2999)).toBe(false)
  expect(leavesWithin(1)).toBe(true)
})

test('after a pause at the last moment a full second is left', () => {
  const { hold, leavesWithin } = stayFor(5000)
  leavesWithin(4990)

  hold(true)
  hold(false)

  expect(leavesWithin(999)).toBe(false)
  expect(leavesWithin(1)).toBe(true)
})

test('holding twice and going on twice change nothing', () => {
  const { hold, leavesWithin } = stayFor(5000)
  leavesWithin(1000)

  hold(true)
  hold(true)
  leavesWithin(1000)
  hold(false)
  leavesWithin(1000)
  hold(false)

  expect(leavesWithin(2999)).toBe(false)
  expect(leavesWithin(1)).toBe(true)
})
