import { expect, test } from 'vitest'
import { createFairShare } from './fair-share.ts'

function fill(room: ReturnType<typeof createFairShare>, key: string): (() => void)[] {
  const releases = []
  while (room.hasCapacity(key)) releases.push(room.hold(key, 1))
  return releases
}

test('one alone fills half of the room, and whoever comes later finds some', () => {
  const room = createFairShare(1_000)

  const taken = ['a', 'b', 'c', 'd'].map((key) => fill(room, key).length)

  expect(taken).toEqual([500, 250, 125, 63])
  expect(room.hasCapacity('a')).toBe(false)
})

test('those who come together get the same', () => {
  const room = createFairShare(1_200)
  const keys = ['a', 'b', 'c']
  const taken = new Map(keys.map((key) => [key, 0]))

  while (keys.some((key) => room.hasCapacity(key))) {
    for (const key of keys.filter((one) => room.hasCapacity(one))) {
      room.hold(key, 1)
      taken.set(key, (taken.get(key) ?? 0) + 1)
    }
  }

  expect([...taken.values()]).toEqual([300, 300, 300])
})

test('a share that is returned can be taken again', () => {
  const room = createFairShare(100)
  const releases = fill(room, 'a')

  for (const release of releases) release()

  expect(fill(room, 'b')).toHaveLength(50)
})
