import { expect, test } from 'vitest'
import { startStay } from './stay.ts'

/** Asks every second, as the popup does. Returns after how many seconds it was over. */
const secondsUntilOver = (millis: number, isHeldAt: (second: number) => boolean = () => false) => {
  const isOver = startStay(millis, 0)
  let second = 1
  while (second < 1000 && !isOver(isHeldAt(second), second * 1000)) second++
  return second
}

test('a nudge stays for its time, to the second', () => {
  expect([1000, 5000, 5400, 60_000].map((millis) => secondsUntilOver(millis))).toEqual([
    1, 5, 5, 60,
  ])
})

test('a timer that fires a moment early makes it no second longer', () => {
  const isOver = startStay(2000, 0)

  expect(isOver(false, 999)).toBe(false)
  expect(isOver(false, 1998)).toBe(true)
})

test('the time in which it is held does not count', () => {
  expect(secondsUntilOver(10_000, (second) => second > 2 && second <= 62)).toBe(70)
})

test('after a hold at the last moment more than a second is left', () => {
  expect(secondsUntilOver(5000, (second) => second === 5)).toBe(7)
})

test('the time of a tab that was hidden and asked nothing does not count', () => {
  const isOver = startStay(5000, 0)

  isOver(true, 1000)

  expect(isOver(false, 600_000)).toBe(false)
  expect(isOver(false, 603_000)).toBe(false)
  expect(isOver(false, 604_000)).toBe(true)
})
