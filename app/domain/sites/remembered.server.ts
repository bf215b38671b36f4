/**
 * Values by uuid that are kept in memory for a moment: one reading at a time per uuid, however many
 * ask, and the last value while the database is away.
 */
import { isDatabaseAway } from '../../lib/database-errors.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.server.ts'
import { createRecentMap } from '../../lib/recent-map.ts'

export type Remembered<Value> = {
  /** Null when there is none; that is remembered too. */
  get: (uuid: string) => Promise<Value | null>
  /** The next `get` reads again, and a reading under way is not kept. */
  forget: (uuid: string) => void
}

type Options<Value> = {
  log: Log
  now: () => Date
  read: (uuid: string) => Promise<Value | null>
  /** How long a value counts as new. */
  freshMillis: number
  /** Bound of what is kept, in the unit of `weightOf`. */
  maxWeight: number
  weightOf: (value: Value) => number
}

type Entry<Value> = { value: Value; at: number; failedAt: number }

/** R08 (security.md): a value this old is still given while the database is away. */
const staleMillis = 10 * 60_000

/** R08 (security.md): a database that hangs instead of failing must not hold the pages. */
const answerMillis = 2_000

const maxUnknown = 20_000

export function createRemembered<Value>(options: Options<Value>): Remembered<Value> {
  const { log, now, read, freshMillis, maxWeight, weightOf } = options
  const known = createRecentMap<string, Entry<Value>>({
    maxWeight,
    weightOf: ({ value }) => weightOf(value),
  })
  // Apart from the others, so that guessing uuids pushes no real one out.
  const unknown = createRecentMap<string, Entry<null>>({ maxWeight: maxUnknown })
  const readings = new Map<string, Promise<Value | null>>()

  const age = (since: number) => Math.abs(now().getTime() - since)

  function keep(uuid: string, value: Value | null, at: number): void {
    known.delete(uuid)
    unknown.delete(uuid)
    if (value === null) unknown.set(uuid, { value: null, at, failedAt: 0 })
    else known.set(uuid, { value, at, failedAt: 0 })
  }

  function renew(uuid: string): Promise<Value | null> {
    const running = readings.get(uuid)
    if (running) return running

    const at = now().getTime()
    const isCurrent = () => readings.get(uuid) === reading
    const reading: Promise<Value | null> = inTime(read(uuid))
      .then((value) => {
        if (isCurrent()) keep(uuid, value, at)
        return value
      })
      .finally(() => {
        if (isCurrent()) readings.delete(uuid)
      })
    readings.set(uuid, reading)
    return reading
  }

  return {
    async get(uuid) {
      const entry = known.get(uuid) ?? unknown.get(uuid)
      if (!entry) return renew(uuid)
      if (age(entry.at) < freshMillis || age(entry.failedAt) < freshMillis) return entry.value

      try {
        return await renew(uuid)
      } catch (error) {
        if (!isAway(error) || age(entry.at) > staleMillis) throw error
        if (age(entry.failedAt) >= freshMillis)
          log.warn({ err: error, site: uuid }, 'told from memory')
        entry.failedAt = now().getTime()
        return entry.value
      }
    },
    forget(uuid) {
      known.delete(uuid)
      unknown.delete(uuid)
      readings.delete(uuid)
    },
  }
}

const isAway = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof Refusal && error.code === 'unavailable')

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Refusal('unavailable', 'The database did not answer in time.'))
    }, answerMillis)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
