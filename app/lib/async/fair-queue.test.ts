import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

type Unit = { lane: string; name: string; size: number; since: number }

function createLine(units: readonly (readonly [lane: string, size: number])[]) {
  const line = createFairQueue<Unit>({
    laneOf: ({ lane }) => lane,
    sizeOf: ({ size }) => size,
    sinceOf: ({ since }) => since,
  })
  for (const [index, [lane, size]] of units.entries()) {
    line.push({ lane, size, name: lane + String(index), since: index })
  }
  return { line, take: (maxSize: number) => line.dequeue(maxSize).map(({ name }) => name) }
}

test('a caller with many tasks doesn’t hold up a caller with one', () => {
  const { take } = createLine([
    ...Array.from({ length: 10 }, () => ['a', 1] as const),
    ['b', 1],
    ['c', 1],
  ])

  expect(take(4)).toEqual(['a0', 'b10', 'c11', 'a1'])
  expect(take(4)).toEqual(['a2', 'a3', 'a4', 'a5'])
})

test('a lane that was served waits for the others', () => {
  const { take } = createLine([
    ['a', 1],
    ['a', 1],
    ['b', 1],
    ['b', 1],
  ])

  expect([take(1), take(1), take(1), take(1), take(1)]).toEqual([
    ['a0'],
    ['b2'],
    ['a1'],
    ['b3'],
    [],
  ])
})

test('tasks that fit are taken immediately, each lane in its order', () => {
  const { line, take } = createLine([
    ['a', 2],
    ['b', 2],
    ['a', 2],
  ])

  expect(take(6)).toEqual(['a0', 'a2', 'b1'])
  expect(line.length).toBe(0)
})

test('one that is larger than all room is taken alone', () => {
  const { take } = createLine([
    ['a', 50],
    ['b', 1],
  ])

  expect(take(10)).toEqual(['a0'])
  expect(take(10)).toEqual(['b1'])
})

test('those who wait too long are found in every lane', () => {
  const { line, take } = createLine([
    ['a', 1],
    ['b', 1],
    ['a', 1],
    ['c', 1],
  ])

  expect(line.oldest()).toBe(0)
  expect(line.dequeueSince(1).map(({ name }) => name)).toEqual(['a0', 'b1'])
  expect(line.oldest()).toBe(2)
  expect(take(9)).toEqual(['c3', 'a2'])
})
