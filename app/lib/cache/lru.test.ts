import { expect, test } from 'vitest'
import { createLru } from './lru.ts'

test('the entry that wasn’t used for the longest time makes room', () => {
  const kept = createLru<string, number>(3)
  for (const [at, name] of ['a', 'b', 'c'].entries()) kept.set(name, at)
  kept.get('a')

  kept.set('d', 3)

  expect([...kept.keys()].sort()).toEqual(['a', 'c', 'd'])
})

test('room is taken by entries, not by the limit', () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
  const many = Array.from({ length: 200 }, () => createLru<string, number>(50_000))
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed

  expect(many).toHaveLength(200)
  expect(after - before).toBeLessThan(60_000_000)
})
