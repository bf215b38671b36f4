import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRequestLanes } from './request-lanes.ts'
import { lanes, type Lane } from './request-policy.ts'

/** Sends `count` requests; `finish` ends the one that runs for longest. */
function fill(count: number, senderOf: (nth: number) => string, lane: Lane = 'login') {
  const open = createRequestLanes()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const results = Array.from({ length: count }, (_one, nth) =>
    open
      .run(lane, senderOf(nth), () => {
        begun.push(nth)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : 'refused'),
      ),
  )
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  const finish = async () => {
    ends.shift()?.()
    await settle()
  }
  return { open, begun, results, settle, finish }
}

test('logins come one after the other, in the order in which they came', async () => {
  const { begun, finish, settle } = fill(3, String)
  await settle()

  expect(begun).toEqual([0])
  await finish()
  expect(begun).toEqual([0, 1])
  await finish()
  expect(begun).toEqual([0, 1, 2])
})

test('requests beyond the queue are refused immediately, and never started', async () => {
  const { begun, results, finish } = fill(40, String)

  for (let turn = 0; turn < 40; turn += 1) await finish()

  const answers = await Promise.all(results)
  expect(begun).toHaveLength(25)
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(25)
  expect(answers.filter((answer) => answer.includes('Try again'))).toHaveLength(15)
})

test('one sender leaves room for another', async () => {
  const { open, settle } = fill(40, () => 'one')
  await settle()

  expect(open.hasCapacity('login', 'one')).toBe(false)
  expect(open.hasCapacity('login', 'another')).toBe(true)
})

test('a flood of logins takes no room from pages', async () => {
  const { open } = fill(40, String)

  expect(await open.run('page', '0', () => Promise.resolve('a page'))).toBe('a page')
})

test('work that fails lets the next one in', async () => {
  const { open, begun, settle } = fill(0, String)

  const failed = open.run('login', 'a', () => Promise.reject(new Error('no')))
  const next = open.run('login', 'b', () => Promise.resolve('next'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
  await settle()
  expect(open.hasCapacity('login', 'a')).toBe(true)
  expect(begun).toEqual([])
})

test('a dashboard that is full takes no place from deliveries', async () => {
  const { atOnce, queued } = lanes.page
  const { open, begun, settle } = fill(atOnce + queued, String, 'page')
  await settle()

  expect(open.hasCapacity('page', 'another')).toBe(false)
  expect(begun).toHaveLength(atOnce)
  expect(await open.run('hook', '0', () => Promise.resolve('stored'))).toBe('stored')
})

test('a flood of deliveries takes no place from the dashboard', async () => {
  const { atOnce, queued } = lanes.hook
  const { open, begun, settle } = fill(atOnce + queued, String, 'hook')
  await settle()

  expect(open.hasCapacity('hook', 'another')).toBe(false)
  expect(begun).toHaveLength(atOnce)
  expect(await open.run('page', '0', () => Promise.resolve('a page'))).toBe('a page')
})
