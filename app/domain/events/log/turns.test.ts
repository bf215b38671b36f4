import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function countTurns() {
  const counts = { turns: 0 }
  const turns = createTurns(() => {
    counts.turns += 1
    return Promise.resolve()
  })
  return { counts, turns }
}

test('the earliest wake counts', async () => {
  const { counts, turns } = countTurns()
  turns.wakeIn(300)
  turns.wakeIn(50)
  turns.wakeIn(500)

  await vi.advanceTimersByTimeAsync(50)
  expect(counts.turns).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts.turns).toBe(1)
})

test('after a failure there is one turn a pause, however often it is woken', async () => {
  const counts = { turns: 0 }
  const turns = createTurns(() => {
    counts.turns += 1
    turns.pause(1_000)
    return Promise.resolve()
  })
  turns.wakeIn(0)

  for (let millis = 0; millis < 5_000; millis += 10) {
    turns.wakeIn(0)
    await vi.advanceTimersByTimeAsync(10)
  }

  expect(counts.turns).toBeGreaterThanOrEqual(4)
  expect(counts.turns).toBeLessThanOrEqual(6)
})

test('a pause ends with a turn, also when nothing wakes it', async () => {
  const { counts, turns } = countTurns()
  turns.wakeIn(10)
  turns.pause(1_000)

  await vi.advanceTimersByTimeAsync(999)
  expect(counts.turns).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(counts.turns).toBe(1)
})

test('nothing runs after the end', async () => {
  const { counts, turns } = countTurns()
  turns.wakeIn(10)
  await turns.stop()
  turns.wakeIn(0)

  await vi.advanceTimersByTimeAsync(1_000)

  expect(counts.turns).toBe(0)
  expect(turns.isStopped()).toBe(true)
})
