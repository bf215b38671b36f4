import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientFile } from '#app/domain/serving/client-files.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { createStoredFiles } from './client-files.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const nameOf = (text: string) => `${text}-abcdefgh.js`

/** A statement that the test answers. */
type Statement<Answer> = {
  name?: string
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/** A node, and its statements to the database. */
function createNode() {
  const lists: Statement<string[]>[] = []
  const reads: Statement<ClientFile | null>[] = []
  const logged: string[] = []
  const app = new Hono()
  app.use(
    '/assets/*',
    createStoredFiles({
      list: () => new Promise((resolve, reject) => lists.push({ resolve, reject })),
      read: (name) => new Promise((resolve, reject) => reads.push({ name, resolve, reject })),
      log: createLog('info', { write: (line) => logged.push(line) }),
    }),
  )
  const statuses: (number | null)[] = []
  /** @returns its place in `statuses` */
  const ask = (text: string) => {
    const place = statuses.push(null) - 1
    void Promise.resolve(app.request(`/assets/${nameOf(text)}`)).then(({ status }) => {
      statuses[place] = status
    })
  }
  const answerList = (texts: readonly string[]) => lists.at(-1)?.resolve(texts.map(nameOf))
  const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)
  return { lists, reads, logged, statuses, ask, answerList, pass }
}

const file = { isBrotli: false, body: Buffer.from('1') }

test('one list is read at a time, however long the database takes', async () => {
  const { lists, reads, statuses, ask, answerList, pass } = createNode()
  ask('a')
  await pass(1_000)
  ask('b')
  await pass(1_000)
  ask('c')
  await pass(1_000)
  const whileItHangs = lists.length

  answerList([])
  await pass(199)
  const [afterFirst, listsBefore] = [[...statuses], lists.length]
  await pass(1)
  answerList(['b', 'c'])
  await pass(0)
  for (const read of reads) read.resolve(file)
  await pass(0)

  expect([whileItHangs, listsBefore, lists.length]).toEqual([1, 1, 2])
  expect(afterFirst).toEqual([404, null, null])
  expect(statuses).toEqual([404, 200, 200])
})

test('however many request one file, it is read once', async () => {
  const { reads, statuses, ask, answerList, pass } = createNode()
  for (let index = 0; index < 50; index += 1) ask('a')
  await pass(0)
  answerList(['a'])
  await pass(0)

  for (const read of reads) read.resolve(file)
  await pass(0)

  expect(reads).toHaveLength(1)
  expect(statuses).toEqual(Array(50).fill(200))
})

test('while the database is away files are missing without a wait, and that is logged once', async () => {
  const { lists, reads, logged, statuses, ask, answerList, pass } = createNode()
  const names = Array.from({ length: 30 }, (_none, index) => `a${String(index)}`)
  ask('none')
  await pass(0)
  answerList(names)
  await pass(0)
  for (const name of names) ask(name)
  await pass(0)
  const waiting = reads.length

  for (const read of reads) read.reject(new Error('away'))
  await pass(0)
  const duringOutage = statuses.slice(1)
  await pass(200)
  ask('unknown')
  await pass(700)
  const listsThen = lists.length
  ask('a0')
  await pass(200)
  ask('a0')
  await pass(0)
  reads.at(-1)?.resolve(file)
  await pass(0)

  expect([waiting, reads.length]).toEqual([2, 3])
  expect(duringOutage).toEqual(Array(30).fill(404))
  expect(listsThen).toBe(1)
  expect(statuses.slice(31)).toEqual([404, 404, 200])
  expect(logged).toHaveLength(1)
})
