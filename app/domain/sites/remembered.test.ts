import { expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.server.ts'
import { createRemembered } from './remembered.server.ts'

/** A memory whose source says what the test lets it say. */
function createSource(read: (uuid: string) => Promise<string | null>) {
  let at = 1_000_000
  const reads: string[] = []
  const memory = createRemembered<string>({
    log: createLog('silent'),
    now: () => new Date(at),
    freshMillis: 2_000,
    maxWeight: 2,
    weightOf: () => 1,
    read: (uuid) => {
      reads.push(uuid)
      return read(uuid)
    },
  })
  return { memory, reads, advance: (millis: number) => (at += millis) }
}

const away = () => Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })

test('a value is read once while it is new, and again afterwards', async () => {
  const { memory, reads, advance } = createSource((uuid) => Promise.resolve(`value of ${uuid}`))

  await memory.get('a')
  advance(1_999)
  expect(await memory.get('a')).toBe('value of a')
  expect(reads).toHaveLength(1)

  advance(1)
  await memory.get('a')
  expect(reads).toHaveLength(2)
})

test('what does not exist is remembered too', async () => {
  const { memory, reads } = createSource(() => Promise.resolve(null))

  expect([await memory.get('a'), await memory.get('a')]).toEqual([null, null])
  expect(reads).toHaveLength(1)
})

test('guessing pushes out no value that exists', async () => {
  const { memory, reads } = createSource((uuid) =>
    Promise.resolve(uuid === 'real' ? 'value' : null),
  )
  await memory.get('real')

  for (let guess = 0; guess < 50; guess += 1) await memory.get(`guess ${String(guess)}`)
  await memory.get('real')

  expect(reads.filter((uuid) => uuid === 'real')).toHaveLength(1)
})

test('a thousand who ask at once cause one reading', async () => {
  const { memory, reads } = createSource(() => Promise.resolve('value'))

  const values = await Promise.all(Array.from({ length: 1000 }, () => memory.get('a')))

  expect(new Set(values)).toEqual(new Set(['value']))
  expect(reads).toHaveLength(1)
})

test('a reading that began before a change is told but not kept', async () => {
  const values = ['before', 'after']
  let finish = () => undefined as unknown
  const { memory } = createSource(() => {
    const value = values.shift() ?? null
    return value === 'before'
      ? new Promise((resolve) => (finish = () => resolve(value)))
      : Promise.resolve(value)
  })
  const early = memory.get('a')

  memory.forget('a')
  finish()

  expect(await early).toBe('before')
  expect(await memory.get('a')).toBe('after')
})

test('while the database is away the last value is told for ten minutes', async () => {
  let isAway = false
  const { memory, reads, advance } = createSource(() =>
    isAway ? Promise.reject(away()) : Promise.resolve('value'),
  )
  await memory.get('a')
  isAway = true

  advance(9 * 60_000)
  expect(await memory.get('a')).toBe('value')
  expect(await memory.get('a')).toBe('value')
  expect(reads).toHaveLength(2)

  advance(61_000)
  await expect(memory.get('a')).rejects.toThrow('connect failed')
  isAway = false
  expect(await memory.get('a')).toBe('value')
})

test('a bug is not hidden behind an old value', async () => {
  const answers = [Promise.resolve('value'), Promise.reject(new TypeError('a bug'))]
  const { memory, advance } = createSource(() => answers.shift() ?? Promise.resolve(null))
  answers[1]?.catch(() => undefined)
  await memory.get('a')

  advance(3_000)

  await expect(memory.get('a')).rejects.toThrow('a bug')
})

test('a database that hangs holds nobody for longer than two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers = [Promise.resolve('value'), new Promise<never>(() => undefined)]
  const { memory, advance } = createSource(() => answers.shift() ?? Promise.resolve(null))
  await memory.get('a')
  advance(3_000)

  const value = memory.get('a')
  await vi.advanceTimersByTimeAsync(2_000)

  expect(await value).toBe('value')
  vi.useRealTimers()
})
