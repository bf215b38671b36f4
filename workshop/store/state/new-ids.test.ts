import { expect, test } from 'vitest'
import { createClock } from '#tests/support/clock.ts'
import { createIds } from './new-ids.ts'

test('ids grow, are beyond exact numbers, and differ from those of the next run', () => {
  const clock = createClock()
  const first = createIds(clock.now)
  const ids = [first(), first(), first()]
  clock.advance(1)
  const next = createIds(clock.now)()

  expect(new Set([...ids, next]).size).toBe(4)
  expect([...ids, next].toSorted((one, other) => (one < other ? -1 : 1))).toEqual([...ids, next])
  expect(ids[0]).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
})
