/**
 * Many callers share one commit: a batch is whatever arrived while the commits before it were under
 * way. There is no gathering timer, so a quiet server answers at once and a busy one makes larger
 * batches (performance.md 3.2: 2.8 times the events of one commit a request, 7.5 times on PGlite).
 *
 * Knows nothing of events or databases.
 */

import { createFairLine } from './fair-line.ts'

/** The queue is full, or a caller waited in it for too long. Nothing of the caller's was written. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export type GroupCommit<Row, Result> = {
  /**
   * Resolves after the commit, with one result per row in the same order.
   *
   * @param bytes what the rows cost in memory, for the bound of the queue
   * @throws QueueFull, or the error of the write that the rows were part of
   */
  add: (rows: readonly Row[], bytes: number) => Promise<Result[]>
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
  /** How long a caller waits for its write to begin. */
  maxWaitMillis: number
  /** Whose rows they are: when not all fit into one write, owners take turns. One by default. */
  ownerOf?: (row: Row) => unknown
}

type Unit<Row, Result> = {
  rows: readonly Row[]
  bytes: number
  since: number
  resolve: (results: Result[]) => void
  reject: (error: unknown) => void
}

export function createGroupCommit<Row, Result>(
  options: Options<Row, Result>,
): GroupCommit<Row, Result> {
  const { write, maxInFlight, maxBatch, maxRows, maxBytes, maxWaitMillis } = options
  const { ownerOf = () => null } = options
  const waiting = createFairLine<Unit<Row, Result>>({
    laneOf: ({ rows: [first] }) => (first === undefined ? null : ownerOf(first)),
    sizeOf: ({ rows }) => rows.length,
    sinceOf: ({ since }) => since,
  })
  let held = { rows: 0, bytes: 0 }
  let inFlight = 0
  let isScheduled = false
  let isWatching = false
  let idleListeners: (() => void)[] = []

  const isFull = () => held.rows >= maxRows || held.bytes >= maxBytes

  function release({ rows, bytes }: Unit<Row, Result>): void {
    held = { rows: held.rows - rows.length, bytes: held.bytes - bytes }
  }

  /** One turn of the event loop gathers what has arrived together. */
  function schedule(): void {
    if (isScheduled || inFlight >= maxInFlight) return
    isScheduled = true
    setImmediate(begin)
  }

  function begin(): void {
    isScheduled = false
    while (waiting.length > 0 && inFlight < maxInFlight) void commit(waiting.take(maxBatch))
  }

  async function commit(units: Unit<Row, Result>[]): Promise<void> {
    inFlight += 1
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
    inFlight -= 1
    units.forEach(release)
    begin()
    if (inFlight > 0) return
    for (const listener of idleListeners) listener()
    idleListeners = []
  }

  /** A write that hangs must not hold the callers behind it: one timer serves all of them. */
  function watch(): void {
    if (isWatching) return
    const oldest = waiting.oldest()
    if (oldest === undefined) return
    isWatching = true
    setTimeout(expire, Math.max(1, oldest + maxWaitMillis - performance.now())).unref()
  }

  function expire(): void {
    isWatching = false
    const limit = performance.now() - maxWaitMillis
    for (const unit of waiting.takeSince(limit)) {
      release(unit)
      unit.reject(new QueueFull('The write did not begin in time.'))
    }
    watch()
  }

  return {
    add(rows, bytes) {
      if (isFull()) return Promise.reject(new QueueFull('Too many rows wait to be written.'))
      return new Promise((resolve, reject) => {
        waiting.push({ rows, bytes, since: performance.now(), resolve, reject })
        held = { rows: held.rows + rows.length, bytes: held.bytes + bytes }
        schedule()
        watch()
      })
    },
    isFull,
    drain() {
      if (inFlight === 0 && waiting.length === 0) return Promise.resolve()
      return new Promise((resolve) => idleListeners.push(resolve))
    },
  }
}
