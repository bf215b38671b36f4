import { expect, test } from 'vitest'
import { millisForCall, runWithin } from './deadline.server.ts'

test('calls share the time of their work, and none is left after it', async () => {
  let at = 0
  const now = () => new Date(at)
  const seen = await runWithin(50_000, now, async () => {
    const left: number[] = []
    for (const takes of [19_000, 19_000, 11_000, 1_000, 60_000, 1]) {
      left.push(millisForCall(20_000))
      at += takes
      await Promise.resolve()
    }
    return left
  })
  expect(seen).toEqual([20_000, 20_000, 12_000, 1_000, 0, 0])
})

test('a call without a deadline has its own time', () => {
  expect(millisForCall(20_000)).toBe(20_000)
})

test('works that overlap have their own time each', async () => {
  const now = () => new Date(0)
  const left = (millis: number) =>
    runWithin(millis, now, async () => {
      await Promise.resolve()
      return millisForCall(20_000)
    })
  expect(await Promise.all([left(5_000), left(7_000)])).toEqual([5_000, 7_000])
})
