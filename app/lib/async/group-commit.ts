/**
 * Many callers share one commit: a batch is whatever arrived while the commits before it were under
 * way. There is no gathering timer, so a quiet server answers at once and a busy one makes larger
 * batches (performance.md 3.2: 2.8 times the events of one commit a request, 7.5 times on PGlite).
 *
 * Knows nothing of events or databases.
 */

import { createFairQueue } from './fair-queue.ts'

/**
 * The queue is full, or a caller waited for too long. When the write had begun it may still be
 * finished.
 */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export type GroupCommit<Row, Result> = {
  /**
   * Resolves after the commit, with one result per row in the same order.
   *
   * @param bytes what the rows cost in memory, for the bound of the queue
   * @param since when the caller began to wait, on the clock of `performance.now()`
   * @throws QueueFull, or the error of the write that the rows were part of
   */
  add: (rows: readonly Row[], bytes: number, since?: number) => Promise<Result[]>
  /** True when `add` would refuse: callers that must do work first can ask before. */
  isFull: () => boolean
  /** Resolves when nothing waits and nothing is being written. */
  drain: () => Promise<void>
}

type Options<Row, Result> = {
  /** Resolves after the commit, with one result per row. Nothing is kept when it rejects. */
  write: (rows: Row[]) => Promise<readonly Result[]>
  maxInFlight: number
  /** Rows of one write at most, unless a single caller brings more. */
  maxBatch: number
  /** Bounds of what waits and what is being written, together. */
  maxRows: number
  maxBytes: number
  /** How long a caller waits for the commit. */
  maxWaitMillis: number
  /** Whose rows they are: when not all fit into one write, owners take turns. One by default. */
  ownerOf?: (row: Row) => unknown
}

type Unit<Row, Result> = {
  rows: readonly Row[]
  bytes: number
  /** Infinity for who was told already that it takes too long. */
  since: number
  resolve: (results: Result[]) => void
  reject: (error: unknown) => void
}

/**
 * The line is full, too, when the first in it has waited for a quarter of the time: whoever came
 * behind would only be refused later, when reading and judging his report was wasted.
 */
const queueShare = 4

export function createGroupCommit<Row, Result>(
  options: Options<Row, Result>,
): GroupCommit<Row, Result> {
  const { write, maxInFlight, maxBatch, maxRows, maxBytes, maxWaitMillis } = options
  const { ownerOf = () => null } = options
  const waiting = createFairQueue<Unit<Row, Result>>({
    laneOf: ({ rows: [first] }) => (first === undefined ? null : ownerOf(first)),
    sizeOf: ({ rows }) => rows.length,
    sinceOf: ({ since }) => since,
  })
  let held = { rows: 0, bytes: 0 }
  /** What is being written, each write with those who wait for it. */
  const inFlight = new Set<Unit<Row, Result>[]>()
  let isScheduled = false
  let isWatching = false
  let idleListeners: (() => void)[] = []

  /** Since when the first in the line waits; Infinity when nobody does. */
  let frontSince = Infinity

  const isFull = () =>
    held.rows >= maxRows ||
    held.bytes >= maxBytes ||
    performance.now() - frontSince > maxWaitMillis / queueShare

  function release({ rows, bytes }: Unit<Row, Result>): void {
    held = { rows: held.rows - rows.length, bytes: held.bytes - bytes }
  }

  /** One turn of the event loop gathers what has arrived together. */
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
    inFlight.delete(units)
    units.forEach(release)
    begin()
    if (inFlight.size > 0) return
    for (const listener of idleListeners) listener()
    idleListeners = []
  }

  /** A write that hangs must not hold anybody: one timer serves all. */
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
    // What is being written takes its room until the write ends.
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
        held = { rows: held.rows + rows.length, bytes: held.bytes + bytes }
        schedule()
        watch()
      })
    },
    isFull,
    drain() {
      if (inFlight.size === 0 && waiting.length === 0) return Promise.resolve()
      return new Promise((resolve) => idleListeners.push(resolve))
    },
  }
}
