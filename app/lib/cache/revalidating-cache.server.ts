/**
 * A cache by uuid that revalidates: one read at a time per uuid, for any number of callers and
 * changes, and the last value while the database is down.
 *
 * How long a value is fresh:
 * - While this process is notified of all changes (`following`): until a change is announced, and
 *   `followedMillis` at most, since time frames and ages change with time.
 * - Otherwise, or after notifications were interrupted: for `aloneMillis`.
 * - After an announced change, callers get the previous value for up to a second while the new one
 *   is read: on a busy site no one waits for the read, and the change is live within that second.
 *   Later callers wait, so the first page view on a quiet site has the change.
 */
import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '../database-errors.ts'
import { Refusal } from '../errors.ts'
import { withTimeout } from '../async/with-timeout.ts'
import type { Log } from '../log.server.ts'
import type { MaybePromise } from '../async/maybe-promise.ts'
import { minuteMillis } from '../time.ts'
import { createLru } from './lru.ts'

export type RevalidatingCache<Value> = {
  /** Null when there is none, which is cached as well. Synchronous while the value is fresh. */
  get: (uuid: string) => MaybePromise<Value | null>
  /**
   * This process changed the value: the next `get` waits for a read that starts after this call.
   */
  invalidate: (uuid: string) => void
  /** A change was announced: the cached value is served for another second at most. */
  markStale: (uuid: string) => void
  /** The cached value, however old. */
  peek: (uuid: string) => Value | undefined
}

type Options<Value> = {
  log: Log
  now: () => Date
  /** @param before the cached value, for readers that can detect "not modified" */
  read: (uuid: string, before: Value | null) => Promise<Value | null>
  /** How long a value is fresh with change notifications, and without them. */
  followedMillis: number
  aloneMillis: number
  /** Upper limit for a single value, even with notifications. Unlimited when absent. */
  lastsMillis?: (value: Value) => number
  /** Returns the ID of the current subscription to notifications, or null. Absent: there are no notifications. */
  following?: () => number | null
  /** Limit of the cache, in the unit of `weightOf`. */
  maxWeight: number
  weightOf: (value: Value) => number
}

type Entry<Value> = {
  value: Value
  at: number
  /** The subscription that was active during the whole read. */
  followed: number | null
  /** When a change was announced. */
  changedAt: number | null
  failedAt: number
}

type Reading<Value> = {
  result: Promise<Value | null>
  /** A change during the read: callers since then need the next read. */
  changedAt: number | null
  next: Promise<Value | null> | null
}

/** How old a value can be while the database is down. */
const staleMillis = 10 * minuteMillis

/** How long callers wait for a read: a database that hangs must not hold up the pages. */
const answerMillis = 2_000

/** How long the previous value is served after an announced change. */
const lagMillis = 1_000

/** While the database is down: how often to retry, and how long no caller waits for it. */
const retryMillis = 2_000
const awayMillis = 10_000

/** This process's own changes are never served stale. */
const longAgo = -Infinity

const maxUnknown = 20_000
const warnMillis = 10_000

export function createRevalidatingCache<Value>(options: Options<Value>): RevalidatingCache<Value> {
  const { log, now, read, followedMillis, aloneMillis, maxWeight, weightOf } = options
  const following = options.following ?? (() => null)
  const lastsMillis = options.lastsMillis ?? (() => Infinity)
  const known = new LRUCache<string, Entry<Value>>({
    maxSize: maxWeight,
    sizeCalculation: ({ value }) => weightOf(value),
  })
  // Separate, so that guessed uuids evict no real ones.
  const unknown = createLru<string, Entry<null>>(maxUnknown)
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

  /** Serves the cached value and reads in the background. */
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
    log.warn({ err: error, site: uuid }, 'sites are served from memory')
  }

  function markChanged(uuid: string, at: number): void {
    const entry = known.peek(uuid)
    if (entry) {
      entry.changedAt = Math.min(entry.changedAt ?? at, at)
      // This process just wrote to the database, so it is reachable.
      entry.failedAt = 0
    }
    unknown.delete(uuid)
    const reading = readings.get(uuid)
    if (reading) reading.changedAt = Math.min(reading.changedAt ?? at, at)
  }

  /** How long the value has been stale; null while it is fresh. */
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
