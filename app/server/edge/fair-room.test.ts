import { expect, test } from 'vitest'
import { createFairRoom } from './fair-room.ts'

function fill(room: ReturnType<typeof createFairRoom>, key: string): (() => void)[] {
  const releases = []
  while (room.hasRoom(key)) releases.push(room.hold(key, 1))
  return releases
}

test('one alone fills half of the room, and whoever comes later finds some', () => {
  const room = createFairRoom(1_000)

  const taken = ['a', 'b', 'c', 'd'].map((key) => fill(room, key).length)

  expect(taken).toEqual([500, 250, 125, 63])
  expect(room.hasRoom('a')).toBe(false)
})

test('those who come together get the same', () => {
  const room = createFairRoom(1_200)
  const keys = ['a', 'b', 'c']
  const taken = new Map(keys.map((key) => [key, 0]))

  while (keys.some((key) => room.hasRoom(key))) {
    for (const key of keys.filter((one) => room.hasRoom(one))) {
      room.hold(key, 1)
      taken.set(key, (taken.get(key) ?? 0) + 1)
    }
  }

  expect([...taken.values()]).toEqual([300, 300, 300])
})

test('what is given back can be taken again', () => {
  const room = createFairRoom(100)
  const releases = fill(room, 'a')

  for (const release of releases) release()

  expect(fill(room, 'b')).toHaveLength(50)
})
