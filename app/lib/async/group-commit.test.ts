import { expect, test, vi } from 'vitest'
import { createGroupCommit, QueueFull } from './group-commit.ts'

type Write = { rows: number[]; commit: () => void; fail: (error: Error) => void }

const roomy = { maxBatch: 100, maxRows: 1000, maxBytes: 1000, maxWaitMillis: 60_000 }

/** A queue whose writes end when the test ends them. */
function createQueue(
  limits: Partial<typeof roomy> & { maxInFlight?: number; paceMillis?: number } = {},
) {
  const writes: Write[] = []
  const queue = createGroupCommit<number, string>({
    ...roomy,
    maxInFlight: 1,
    ...limits,
    write: (rows) =>
      new Promise((resolve, reject) => {
        writes.push({
          rows,
          commit: () => {
            resolve(rows.map((row) => `row ${String(row)}`))
          },
          fail: reject,
        })
      }),
  })
  return { queue, writes }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('items that arrive together are written together, and each caller gets its own results', async () => {
  const { queue, writes } = createQueue()

  const first = queue.add([1, 2], 2)
  const second = queue.add([3], 1)
  await turn()
  writes[0]?.commit()

  expect(writes.map(({ rows }) => rows)).toEqual([[1, 2, 3]])
  expect(await first).toEqual(['row 1', 'row 2'])
  expect(await second).toEqual(['row 3'])
})

test('no caller is answered before the commit', async () => {
  const { queue, writes } = createQueue()
  let isAnswered = false

  const answer = queue.add([1], 1).then(() => (isAnswered = true))
  await turn()
  await turn()

  expect(writes).toHaveLength(1)
  expect(isAnswered).toBe(false)
  writes[0]?.commit()
  await answer
  expect(isAnswered).toBe(true)
})

test('the next batch is whatever came while the one before was written', async () => {
  const { queue, writes } = createQueue()
  const answers = [queue.add([1], 1)]
  await turn()

  answers.push(queue.add([2], 1), queue.add([3], 1))
  await turn()
  expect(writes).toHaveLength(1)
  writes[0]?.commit()
  await answers[0]

  expect(writes[1]?.rows).toEqual([2, 3])
  writes[1]?.commit()
  await Promise.all(answers)
})

test('no more writes run at the same time than allowed', async () => {
  const { queue, writes } = createQueue({ maxInFlight: 2, maxBatch: 1 })

  const answers = [1, 2, 3, 4].map((row) => queue.add([row], 1))
  await turn()

  expect(writes).toHaveLength(2)
  for (const at of [0, 1, 2, 3]) {
    await vi.waitUntil(() => writes[at])
    writes[at]?.commit()
  }
  await Promise.all(answers)
})

test('a batch ends before it exceeds its limit, and never splits a caller', async () => {
  const { queue, writes } = createQueue({ maxBatch: 4, maxInFlight: 9 })

  const answers = [queue.add([1, 2, 3], 3), queue.add([4, 5], 2), queue.add([6, 7, 8, 9, 10], 5)]
  await turn()

  expect(writes.map(({ rows }) => rows)).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7, 8, 9, 10],
  ])
  for (const { commit } of writes) commit()
  await Promise.all(answers)
})

test('a failed write fails only its own callers', async () => {
  const { queue, writes } = createQueue()
  const unlucky = queue.add([1], 1)
  await turn()
  const lucky = queue.add([2], 1)

  writes[0]?.fail(new Error('the disk is gone'))
  await expect(unlucky).rejects.toThrow('the disk is gone')
  writes[1]?.commit()

  expect(await lucky).toEqual(['row 2'])
})

test.each([
  ['rows', { maxRows: 3 }],
  ['bytes', { maxBytes: 30 }],
])(
  'a queue that is full of %s refuses immediately and takes again after a commit',
  async (_of, limits) => {
    const { queue, writes } = createQueue(limits)
    const taken = queue.add([1, 2, 3], 30)
    await turn()

    expect(queue.isFull()).toBe(true)
    await expect(queue.add([4], 10)).rejects.toBeInstanceOf(QueueFull)

    writes[0]?.commit()
    await taken
    expect(queue.isFull()).toBe(false)
  },
)

test('when a write hangs, callers are refused in time and those behind it are never written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { queue, writes } = createQueue({ maxWaitMillis: 2_000 })
  const hanging = queue.add([1], 1)
  await turn()
  const behind = queue.add([2], 1)
  vi.advanceTimersByTime(400)
  const patient = queue.add([3], 1)

  vi.advanceTimersByTime(1_700)
  await expect(hanging).rejects.toBeInstanceOf(QueueFull)
  await expect(behind).rejects.toBeInstanceOf(QueueFull)
  writes[0]?.commit()
  await turn()

  expect(writes[1]?.rows).toEqual([3])
  writes[1]?.commit()
  expect(await patient).toEqual(['row 3'])
  await queue.drain()
  vi.useRealTimers()
})

test('a caller whose waiting began before is refused when that time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { queue, writes } = createQueue({ maxWaitMillis: 2_000 })
  vi.advanceTimersByTime(5_000)
  const late = queue.add([1], 1, performance.now() - 1_500)

  vi.advanceTimersByTime(600)

  await expect(late).rejects.toBeInstanceOf(QueueFull)
  await turn()
  expect(writes).toEqual([])
  vi.useRealTimers()
})

test('while the first in the queue has waited for long, no other caller gets into it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { queue, writes } = createQueue({ maxWaitMillis: 2_000 })
  const written = queue.add([1], 1)
  await turn()
  const first = queue.add([2], 1)
  vi.advanceTimersByTime(501)

  expect(queue.isFull()).toBe(true)
  await expect(queue.add([3], 1)).rejects.toBeInstanceOf(QueueFull)

  writes[0]?.commit()
  await written
  await turn()
  expect(queue.isFull()).toBe(false)
  writes[1]?.commit()
  await first
  vi.useRealTimers()
})

test('drain waits for what runs and for what waits', async () => {
  const { queue, writes } = createQueue({ maxBatch: 1 })
  const answers = [queue.add([1], 1), queue.add([2], 1)]
  let isDrained = false
  const drained = queue.drain().then(() => (isDrained = true))
  await turn()

  writes[0]?.commit()
  await answers[0]
  await turn()
  expect(isDrained).toBe(false)
  writes[1]?.commit()
  await drained

  await queue.drain()
})

test('when not all fit into one write, each owner gets in', async () => {
  const writes: number[][] = []
  const queue = createGroupCommit<number, number>({
    ...roomy,
    maxBatch: 4,
    maxInFlight: 1,
    ownerOf: (row) => Math.floor(row / 100),
    write: (rows) => {
      writes.push(rows)
      return Promise.resolve(rows)
    },
  })

  const answers = [1, 2, 3, 4, 5, 6, 101].map((row) => queue.add([row], 1))

  expect((await Promise.all(answers)).flat()).toEqual([1, 2, 3, 4, 5, 6, 101])
  expect(writes[0]).toContain(101)
})

test('with a pace, callers have their answers right away and the next write waits for its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const { queue, writes } = createQueue({ paceMillis: 5 })
    const first = queue.add([1], 1)
    await turn()
    vi.advanceTimersByTime(1)
    writes[0]?.commit()
    expect(await first).toEqual(['row 1'])

    const second = [queue.add([2], 1), queue.add([3], 1)]
    await turn()
    await vi.advanceTimersByTimeAsync(3)
    expect(writes).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await turn()
    writes[1]?.commit()

    expect(await Promise.all(second)).toEqual([['row 2'], ['row 3']])
    expect(writes.map(({ rows }) => rows)).toEqual([[1], [2, 3]])
  } finally {
    vi.useRealTimers()
  }
})
