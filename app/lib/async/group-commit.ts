/**
 * Many callers share one commit: a batch is everything that arrived during the previous commits.
 * Without a timer, a quiet server responds immediately and a busy one writes larger batches.
 * Measured: 2.8 times the events of one commit per request, 7.5 times on PGlite.
 *
 * Knows nothing about events or databases.
 */

import { createFairQueue } from './fair-queue.ts'

/**
 * The queue is full, or a caller waited too long. A write that had already started may still
 * complete.
 */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export type GroupCommit<Row, Result> = {
  /**
   * Resolves after the commit, with one result per row in the same order.
   *
   * @param bytes memory use of the rows, for the queue's limit
   * @param since when the caller started waiting, on the clock of `performance.now()`
   * @throws QueueFull, or the error of the write that contained the rows
   */
  add: (rows: readonly Row[], bytes: number, since?: number) => Promise<Result[]>
  /** True when `add` would refuse, for callers that have work to do first. */
  isFull: () => boolean
  /** Rows that are waiting or being written. */
  countHeld: () => number
  /** Resolves when nothing is waiting or being written. */
  drain: () => Promise<void>
}

type Options<Row, Result> = {
  /** Resolves after the commit, with one result per row. Rejects when nothing was stored. */
  write: (rows: Row[]) => Promise<readonly Result[]>
  maxInFlight: number
  /** Maximum rows per write, unless a single caller brings more. */
  maxBatch: number
  /** Limits of everything that is waiting or being written. */
  maxRows: number
  maxBytes: number
  /** How long a caller waits for the commit. */
  maxWaitMillis: number
  /**
   * Owner of a row. When not everything fits into one write, owners take turns. One owner by
   * default.
   */
  ownerOf?: (row: Row) => unknown
  /** Least time from the start of a write to the next one in its place. 0 by default. */
  paceMillis?: number
}

type Unit<Row, Result> = {
  rows: readonly Row[]
  bytes: number
  /** Infinity for callers that have already been refused. */
  since: number
  resolve: (results: Result[]) => void
  reject: (error: unknown) => void
}

/**
 * The queue also counts as full when its first caller has waited for a quarter of the time limit:
 * later callers would only be refused after their report was read and validated for nothing.
 */
const queueShare = 4

export function createGroupCommit<Row, Result>(
  options: Options<Row, Result>,
): GroupCommit<Row, Result> {
  const { write, maxInFlight, maxBatch, maxRows, maxBytes, maxWaitMillis } = options
  const { ownerOf = () => null, paceMillis = 0 } = options
  const waiting = createFairQueue<Unit<Row, Result>>({
    laneOf: ({ rows: [first] }) => (first === undefined ? null : ownerOf(first)),
    sizeOf: ({ rows }) => rows.length,
    sinceOf: ({ since }) => since,
  })
  const held = { rows: 0, bytes: 0 }
  /** Running writes, with their callers. */
  const inFlight = new Set<Unit<Row, Result>[]>()
  let isScheduled = false
  let isWatching = false
  let idleListeners: (() => void)[] = []

  /** When the first caller in the queue started waiting; Infinity when it is empty. */
  let frontSince = Infinity

  const isFull = () =>
    held.rows >= maxRows ||
    held.bytes >= maxBytes ||
    performance.now() - frontSince > maxWaitMillis / queueShare

  function release({ rows, bytes }: Unit<Row, Result>): void {
    held.rows -= rows.length
    held.bytes -= bytes
  }

  /** Batches everything that arrives in one turn of the event loop. */
  function schedule(): void {
    if (isScheduled || inFlight.size >= maxInFlight) return
    isScheduled = true
    setImmediate(begin)
  }

  function begin(): void {
    isScheduled = false
    while (waiting.length > 0 && inFlight.size < maxInFlight) void commit(waiting.dequeue(maxBatch))
    frontSince = waiting.oldest() ?? Infinity
  }

  async function commit(units: Unit<Row, Result>[]): Promise<void> {
    inFlight.add(units)
    const began = performance.now()
    try {
      const results = await write(units.flatMap(({ rows }) => rows))
      let from = 0
      for (const { rows, resolve } of units) {
        resolve(results.slice(from, from + rows.length))
        from += rows.length
      }
    } catch (error) {
      for (const { reject } of units) reject(error)
    }
    units.forEach(release)
    const rest = began + paceMillis - performance.now()
    // The callers have their answers, and the next ones gather.
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    inFlight.delete(units)
    begin()
    if (inFlight.size > 0) return
    for (const listener of idleListeners) listener()
    idleListeners = []
  }

  /** A hanging write must not hold callers forever. One timer serves all. */
  function watch(): void {
    if (isWatching) return
    let oldest = waiting.oldest() ?? Infinity
    for (const units of inFlight) {
      for (const { since } of units) oldest = Math.min(oldest, since)
    }
    if (oldest === Infinity) return
    isWatching = true
    setTimeout(expire, Math.max(1, oldest + maxWaitMillis - performance.now())).unref()
  }

  function expire(): void {
    isWatching = false
    const limit = performance.now() - maxWaitMillis
    for (const unit of waiting.dequeueSince(limit)) {
      release(unit)
      unit.reject(new QueueFull('The write did not begin in time.'))
    }
    frontSince = waiting.oldest() ?? Infinity
    // Rows being written occupy their space until the write ends.
    for (const unit of [...inFlight].flat()) {
      if (unit.since > limit) continue
      unit.since = Infinity
      unit.reject(new QueueFull('The write did not end in time.'))
    }
    watch()
  }

  return {
    add(rows, bytes, since = performance.now()) {
      if (isFull()) return Promise.reject(new QueueFull('Too many rows wait to be written.'))
      return new Promise((resolve, reject) => {
        waiting.push({ rows, bytes, since, resolve, reject })
        frontSince = Math.min(frontSince, since)
        held.rows += rows.length
        held.bytes += bytes
        schedule()
        watch()
      })
    },
    isFull,
    countHeld: () => held.rows,
    drain() {
      if (inFlight.size === 0 && waiting.length === 0) return Promise.resolve()
      return new Promise((resolve) => idleListeners.push(resolve))
    },
  }
}
