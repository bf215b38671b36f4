import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPageRoom, laneOf } from './page-room.ts'

/** Comes `count` times; `finish` ends the one that is at work. */
function fill(count: number, senderOf: (nth: number) => string) {
  const room = createPageRoom()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const results = Array.from({ length: count }, (_one, nth) =>
    room
      .run('login', senderOf(nth), () => {
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
  return { room, begun, results, settle, finish }
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

test('beyond the line everybody is refused at once, and never begun', async () => {
  const { begun, results, finish } = fill(40, String)

  for (let turn = 0; turn < 40; turn += 1) await finish()

  const answers = await Promise.all(results)
  expect(begun).toHaveLength(25)
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(25)
  expect(answers.filter((answer) => answer.includes('Try again'))).toHaveLength(15)
})

test('one sender leaves room for another', async () => {
  const { room, settle } = fill(40, () => 'one')
  await settle()

  expect(room.hasRoom('login', 'one')).toBe(false)
  expect(room.hasRoom('login', 'another')).toBe(true)
})

test('a flood of logins takes no room from pages', async () => {
  const { room } = fill(40, String)

  expect(await room.run('page', '0', () => Promise.resolve('a page'))).toBe('a page')
})

test('work that fails lets the next one in', async () => {
  const { room, begun, settle } = fill(0, String)

  const failed = room.run('login', 'a', () => Promise.reject(new Error('no')))
  const next = room.run('login', 'b', () => Promise.resolve('next'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
  await settle()
  expect(room.hasRoom('login', 'a')).toBe(true)
  expect(begun).toEqual([])
})

test.each([
  ['POST', '/auth/login', 'login'],
  ['POST', '/auth/login.data?_routes=x', 'login'],
  ['GET', '/auth/login', 'page'],
  ['POST', '/account/general', 'page'],
  [undefined, undefined, 'page'],
])('%s %s waits in the line for a %s', (method, path, lane) => {
  expect(laneOf(method, path)).toBe(lane)
})
