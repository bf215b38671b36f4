/**
 * Values by uuid that are kept in memory: one reading at a time per uuid, however many ask and however
 * often it changes; and the last value while the database is away.
 *
 * How new a value is:
 * - While this process hears of every change (`following`), a value is new until a change of it is
 *   announced, and for `followedMillis` at most: time passes for windows and ages too.
 * - Otherwise, or once the listening was interrupted, it is new for `aloneMillis`.
 * - After an announcement the value before is told on for up to a second, to those who ask while the
 *   new one is being read: on a busy site nobody waits for the reading, and a change is still live
 *   within that second. Whoever asks later waits for the reading, so that a quiet site's first page
 *   view after a change has it.
 */
import { isDatabaseAway } from '../database-errors.ts'
import { Refusal } from '../errors.ts'
import { withTimeout } from '../async/with-timeout.ts'
import type { Log } from '../log.server.ts'
import { createLruMap } from './lru-map.ts'
import type { MaybePromise } from '../async/maybe-promise.ts'

export type RevalidatingCache<Value> = {
  /** Null when there is none; that is remembered too. What is new is there at once. */
  get: (uuid: string) => MaybePromise<Value | null>
  /** A change was made here: the next `get` waits for a reading that began after it. */
  invalidate: (uuid: string) => void
  /** A change was announced: what is kept is told for another second at most. */
  markStale: (uuid: string) => void
  /** What is kept, however old. */
  peek: (uuid: string) => Value | undefined
}

type Options<Value> = {
  log: Log
  now: () => Date
  /** @param before what is kept, for a reader that can tell that nothing changed */
  read: (uuid: string, before: Value | null) => Promise<Value | null>
  /** How long a value counts as new while every change is heard of, and while not. */
  followedMillis: number
  aloneMillis: number
  /** How long one value counts as new at most, however well followed. Without a bound when absent. */
  lastsMillis?: (value: Value) => number
  /** The number of the present listening; null while nobody listens. Always null when absent. */
  following?: () => number | null
  /** Bound of what is kept, in the unit of `weightOf`. */
  maxWeight: number
  weightOf: (value: Value) => number
}

type Entry<Value> = {
  value: Value
  at: number
  /** The listening during which it was read from its beginning to its end. */
  followed: number | null
  /** When it was told that it is outdated. */
  changedAt: number | null
  failedAt: number
}

type Reading<Value> = {
  result: Promise<Value | null>
  /** A change came after it began: who asks now needs the reading after it. */
  changedAt: number | null
  next: Promise<Value | null> | null
}

/** R08 (security.md): a value this old is still given while the database is away. */
const staleMillis = 10 * 60_000

/** R08: how long somebody waits for a reading. */
const answerMillis = 2_000

/** How long the value before is told after an announced change. */
const lagMillis = 1_000

/** While the database is away, how often it is tried again, and how long nobody waits for that. */
const retryMillis = 2_000
const awayMillis = 10_000

/** A change that was made here is told at once. */
const longAgo = -Infinity

const maxUnknown = 20_000
const warnMillis = 10_000

export function createRevalidatingCache<Value>(options: Options<Value>): RevalidatingCache<Value> {
  const { log, now, read, followedMillis, aloneMillis, maxWeight, weightOf } = options
  const following = options.following ?? (() => null)
  const lastsMillis = options.lastsMillis ?? (() => Infinity)
  const known = createLruMap<string, Entry<Value>>({
    maxWeight,
    weightOf: ({ value }) => weightOf(value),
  })
  // Apart from the others, so that guessing uuids pushes no real one out.
  const unknown = createLruMap<string, Entry<null>>({
    maxWeight: maxUnknown,
  })
  const readings = new Map<string, Reading<Value>>()
  let warnedAt = -Infinity

  const millis = () => now().getTime()
  const age = (since: number) => Math.abs(millis() - since)

  function keep(uuid: string, value: Value | null, about: Omit<Entry<null>, 'value'>): void {
    known.delete(uuid)
    unknown.delete(uuid)
    if (value === null) unknown.set(uuid, { value: null, ...about })
    else known.set(uuid, { value, ...about })
  }

  function begin(uuid: string): Promise<Value | null> {
    const at = millis()
    const followedBefore = following()
    const before = known.peek(uuid)?.value ?? null
    const result = withTimeout(read(uuid, before), answerMillis)
      .then((value) => {
        const followed = following() === followedBefore ? followedBefore : null
        keep(uuid, value, {
          at,
          followed,
          changedAt: reading.changedAt,
          failedAt: 0,
        })
        return value
      })
      .finally(() => readings.delete(uuid))
    const reading: Reading<Value> = { result, changedAt: null, next: null }
    readings.set(uuid, reading)
    return result
  }

  function revalidate(uuid: string): Promise<Value | null> {
    const reading = readings.get(uuid)
    if (!reading) return begin(uuid)
    if (reading.changedAt === null) return reading.result
    const again = () => revalidate(uuid)
    reading.next ??= reading.result.then(again, again)
    return reading.next
  }

  /** Tells the value kept now, and lets a reading go on behind. */
  function revalidateInBackground(uuid: string): void {
    const reading = readings.get(uuid)
    if (reading && (reading.changedAt === null || reading.next)) return
    revalidate(uuid).catch((error: unknown) => {
      if (isAway(error)) noteFailure(uuid, error)
      else log.error({ err: error, site: uuid }, 'could not be read again')
    })
  }

  function noteFailure(uuid: string, error: unknown): void {
    const entry = known.peek(uuid) ?? unknown.peek(uuid)
    if (entry) entry.failedAt = millis()
    if (age(warnedAt) < warnMillis) return
    warnedAt = millis()
    log.warn({ err: error, site: uuid }, 'sites are told from memory')
  }

  function markChanged(uuid: string, at: number): void {
    const entry = known.peek(uuid)
    if (entry) {
      entry.changedAt = Math.min(entry.changedAt ?? at, at)
      // Who made a change reached the database.
      entry.failedAt = 0
    }
    unknown.delete(uuid)
    const reading = readings.get(uuid)
    if (reading) reading.changedAt = Math.min(reading.changedAt ?? at, at)
  }

  /** How long ago the value ceased to be new; null while it is. */
  function lagOf({ value, at, followed, changedAt }: Entry<Value | null>): number | null {
    if (changedAt !== null) return age(changedAt)
    const isFollowed = value !== null && followed !== null && followed === following()
    const lasts = value === null ? Infinity : lastsMillis(value)
    const newMillis = Math.min(isFollowed ? followedMillis : aloneMillis, lasts)
    if (age(at) < newMillis) return null
    return isFollowed ? age(at) - newMillis : Infinity
  }

  async function getStale(
    uuid: string,
    entry: Entry<Value | null>,
    lag: number,
  ): Promise<Value | null> {
    const isServable = age(entry.at) <= staleMillis
    if (isServable && age(entry.failedAt) < awayMillis) {
      if (age(entry.failedAt) >= retryMillis) revalidateInBackground(uuid)
      return entry.value
    }
    if (isServable && lag < lagMillis) {
      revalidateInBackground(uuid)
      return entry.value
    }
    try {
      return await revalidate(uuid)
    } catch (error) {
      if (!isAway(error) || !isServable) throw error
      noteFailure(uuid, error)
      return entry.value
    }
  }

  return {
    get(uuid) {
      const entry = known.get(uuid) ?? unknown.get(uuid)
      if (!entry) return revalidate(uuid)
      const lag = lagOf(entry)
      return lag === null ? entry.value : getStale(uuid, entry, lag)
    },
    invalidate(uuid) {
      markChanged(uuid, longAgo)
    },
    markStale(uuid) {
      markChanged(uuid, millis())
    },
    peek: (uuid) => known.peek(uuid)?.value,
  }
}

const isAway = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof Refusal && error.code === 'unavailable')
