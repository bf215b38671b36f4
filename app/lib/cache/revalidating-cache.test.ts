import { expect, test, vi } from 'vitest'
import { createLog } from '../log.server.ts'
import { createRevalidatingCache } from './revalidating-cache.server.ts'

/** A cache whose reads return what the test sets. */
function createSource(
  read: (uuid: string) => Promise<string | null>,
  following?: () => number | null,
) {
  let at = 1_000_000
  const reads: string[] = []
  const memory = createRevalidatingCache<string>({
    log: createLog('silent'),
    now: () => new Date(at),
    followedMillis: 60_000,
    aloneMillis: 2_000,
    ...(following ? { following } : {}),
    maxWeight: 2,
    weightOf: (value) => (value.startsWith('heavy') ? 3 : 1),
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

test('a missing value is remembered too', async () => {
  const { memory, reads } = createSource(() => Promise.resolve(null))

  expect([await memory.get('a'), await memory.get('a')]).toEqual([null, null])
  expect(reads).toHaveLength(1)
})

test('the value used longest ago makes room, and one that is too heavy pushes nothing out', async () => {
  const { memory } = createSource((uuid) => Promise.resolve(`${uuid} value`))
  for (const uuid of ['a', 'b', 'a', 'heavy', 'c']) await memory.get(uuid)

  expect(['a', 'b', 'heavy', 'c'].map((uuid) => memory.peek(uuid))).toEqual([
    'a value',
    undefined,
    undefined,
    'c value',
  ])
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

test('a thousand callers at the same time cause one read', async () => {
  const { memory, reads } = createSource(() => Promise.resolve('value'))

  const values = await Promise.all(Array.from({ length: 1000 }, async () => memory.get('a')))

  expect(new Set(values)).toEqual(new Set(['value']))
  expect(reads).toHaveLength(1)
})

test('a read that began before a change is returned but not kept', async () => {
  const values = ['before', 'after']
  let finish = () => undefined as unknown
  const { memory } = createSource(() => {
    const value = values.shift() ?? null
    return value === 'before'
      ? new Promise((resolve) => (finish = () => resolve(value)))
      : Promise.resolve(value)
  })
  const early = memory.get('a')

  memory.invalidate('a')
  finish()

  expect(await early).toBe('before')
  expect(await memory.get('a')).toBe('after')
})

test('while the database is away the last value is served for ten minutes', async () => {
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

test('a database that hangs holds no caller for longer than two seconds', async () => {
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

/** Reads end when the test ends them. */
function createSlowSource(following: () => number | null = () => 1) {
  const ends: ((value: string) => void)[] = []
  const source = createSource(() => new Promise((resolve) => ends.push(resolve)), following)
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return {
    ...source,
    settle,
    /** Ends the current read. */
    end: async (value: string) => {
      ends.shift()?.(value)
      await settle()
    },
  }
}

test('while every change is heard of, a value stays new for a minute', async () => {
  const { memory, reads, advance } = createSource(
    () => Promise.resolve('value'),
    () => 1,
  )
  await memory.get('a')

  advance(59_999)
  await memory.get('a')
  expect(reads).toHaveLength(1)

  advance(1_001)
  await memory.get('a')
  expect(reads).toHaveLength(2)
})

test('a value read before the listener broke is fresh for two seconds only, also once it is back', async () => {
  let listening: number | null = 1
  const { memory, reads, advance } = createSource(
    () => Promise.resolve('value'),
    () => listening,
  )
  await memory.get('a')
  advance(2_000)
  await memory.get('a')
  expect(reads).toHaveLength(1)

  listening = null
  await memory.get('a')
  expect(reads).toHaveLength(2)
  listening = 2
  advance(2_000)
  await memory.get('a')
  expect(reads).toHaveLength(3)

  advance(2_000)
  await memory.get('a')
  expect(reads).toHaveLength(3)
})

test('after an announced change the old value is served while the new one is read, then the new one', async () => {
  const { memory, reads, end, advance } = createSlowSource()
  const first = memory.get('a')
  await end('before')
  await first

  memory.markStale('a')
  advance(999)
  const meanwhile = await memory.get('a')
  await end('after')

  expect(meanwhile).toBe('before')
  expect(await memory.get('a')).toBe('after')
  expect(reads).toHaveLength(2)
})

test('a caller later than a second after an announced change waits for the new value', async () => {
  const { memory, end, advance } = createSlowSource()
  const first = memory.get('a')
  await end('before')
  await first

  memory.markStale('a')
  advance(1_000)
  const asked = memory.get('a')
  await end('after')

  expect(await asked).toBe('after')
})

test('a burst of changes costs one reading under way and one after it, however many ask', async () => {
  const { memory, reads, end } = createSlowSource()
  const answers = [memory.get('a')]

  for (let change = 0; change < 100; change += 1) {
    memory.markStale('a')
    answers.push(memory.get('a'), memory.get('a'))
  }
  expect(reads).toHaveLength(1)
  await end('during')
  await end('after')

  expect(await answers[0]).toBe('during')
  const later = answers.slice(1).map(async (answer) => answer)
  expect(new Set(await Promise.all(later))).toEqual(new Set(['after']))
  expect(reads).toHaveLength(2)
  expect(await memory.get('a')).toBe('after')
  expect(reads).toHaveLength(2)
})

test('a change during a read isn’t counted as served', async () => {
  const { memory, reads, end, advance } = createSlowSource()
  const asked = memory.get('a')
  memory.markStale('a')
  await end('in between')
  await asked

  advance(1_000)
  const later = memory.get('a')
  await end('after')

  expect(await later).toBe('after')
  expect(reads).toHaveLength(2)
})

test('while the database is away no caller waits for it again and again', async () => {
  let isAway = false
  let hangs = 0
  const { memory, advance } = createSource(() => {
    if (!isAway) return Promise.resolve('value')
    hangs += 1
    return hangs === 1 ? Promise.reject(away()) : new Promise(() => undefined)
  })
  await memory.get('a')
  isAway = true
  advance(2_000)
  await memory.get('a')

  advance(2_000)

  expect(await memory.get('a')).toBe('value')
  expect(hangs).toBe(2)
})
