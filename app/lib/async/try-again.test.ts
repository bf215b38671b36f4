import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tryAgain } from './try-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)

/** Work that fails so many times. */
function begin(failing: number) {
  let attempts = 0
  const failures: [unknown, boolean][] = []
  const trying = tryAgain(
    async () => {
      attempts += 1
      const error = `attempt ${String(attempts)}`
      await new Promise((resolve) => setTimeout(resolve, 10))
      if (attempts <= failing) throw new Error(error)
    },
    { waits: [100, 1_000], onFailure: (error, isLast) => failures.push([error, isLast]) },
  )
  return { trying, failures, attempts: () => attempts }
}

test('work that fails is tried again after each wait, until it succeeds', async () => {
  const { trying, attempts, failures } = begin(1)
  await pass(10)
  await trying.tried
  const first = attempts()
  await pass(99)
  const before = attempts()

  await pass(10_000)

  expect([first, before, attempts()]).toEqual([1, 1, 2])
  expect(failures).toEqual([[new Error('attempt 1'), false]])
})

test('the last failure ends it', async () => {
  const { attempts, failures } = begin(9)

  await pass(10_000)

  expect(attempts()).toBe(3)
  expect(failures.map(([, isLast]) => isLast)).toEqual([false, false, true])
})

test('a stop waits for the attempt that runs, and lets none follow', async () => {
  const { trying, attempts, failures } = begin(9)
  await pass(115)
  let isStopped = false

  const stopping = trying.stop().then(() => {
    isStopped = true
  })
  await pass(0)
  const during = isStopped
  await pass(10_000)
  await stopping

  expect([during, isStopped, attempts(), failures.length]).toEqual([false, true, 2, 2])
})
