/** Events on their way into the database: directly, or through the log (docs/decisions/0030-event-log.md). */
import { createGroupCommit, QueueFull } from '#app/lib/async/group-commit.ts'
import { isPromise } from '#app/lib/async/maybe-promise.ts'
import { secondMillis } from '#app/lib/time.ts'
import { traced } from '#app/lib/tracing/tracing.ts'
import type { Services } from '#app/services.ts'
import { causesOf, withCause } from './event-causes.ts'
import type { ApplierFigures } from './log/applier-types.ts'
import { createApplier } from './log/applier.server.ts'
import { LogUnavailable, type GroupPlace, type LogLag } from './log/event-log.ts'
import { earlier } from './log/held-sites.server.ts'
import { createLogBounds } from './log/log-bounds.server.ts'
import { openEventLog } from './log/open-log.server.ts'
import { storeEvents, textOf, type EventRow, type StoreOutcome } from './store-events.server.ts'
import { countWrites, type EventQueueFigures } from './write-figures.ts'

/** `taken`: logged, and counted later. */
export type QueuedOutcome = StoreOutcome | 'taken'

type Arrival = {
  /** Memory use of the rows, for the queue's limit. */
  bytes: number
  /** When the sender started waiting, on the clock of `performance.now()`. */
  since: number
  /** How long the sender waits for outcomes other than `taken`. */
  waitMillis: number
}

export type EventQueue = {
  /**
   * Resolves when the rows are kept, with one outcome per row in the same order.
   *
   * @throws QueueFull, LogUnavailable or the driver's error; nothing is acknowledged then
   */
  add: (rows: readonly EventRow[], arrival: Arrival) => Promise<readonly QueuedOutcome[]>
  /** True when `add` would refuse. */
  isFull: () => boolean
  readFigures: () => EventQueueFigures
  /** Resolves when everything that was added is kept, and as far as possible applied. */
  drain: () => Promise<void>
}

/** Bounded in number and bytes, so that overload is refused early instead of exhausting memory. */
export const defaultLimits = {
  maxBatch: 5_000,
  maxRows: 50_000,
  maxBytes: 32 * 1024 * 1024,
  maxWaitMillis: 2_000,
}
export type QueueLimits = typeof defaultLimits

export function createEventQueue(
  services: Services,
  limits: Partial<QueueLimits> = {},
): EventQueue {
  const bounded = { ...defaultLimits, ...limits }
  return services.config.eventLog === 'off'
    ? createDirectQueue(services, bounded)
    : createLoggedQueue(services, bounded)
}

function createDirectQueue({ config, pool, tracing }: Services, limits: QueueLimits): EventQueue {
  const { write, written } = countWrites((rows: EventRow[]) =>
    traced(tracing, { name: 'store events', kind: 'internal', causes: causesOf(rows) }, () =>
      storeEvents(pool, rows),
    ),
  )
  const queue = createGroupCommit<EventRow, StoreOutcome>({
    ...limits,
    write,
    ownerOf: ({ siteId }) => siteId,
    // Two writes keep PostgreSQL busy while the next batch gathers; the embedded database has a
    // single session.
    maxInFlight: config.databaseUrl === undefined ? 1 : 2,
  })
  return {
    add: (rows, { bytes, since }) => queue.add(withCause(tracing, rows), bytes, since),
    isFull: queue.isFull,
    readFigures: () => ({ ...written, waiting: queue.countHeld() }),
    drain: queue.drain,
  }
}

/** How long a stopping process applies what it has kept. The rest is for its successor. */
const drainMillis = 10 * secondMillis

function createLoggedQueue(services: Services, limits: QueueLimits): EventQueue {
  const { now, tracing } = services
  const log = openEventLog(services)
  const applier = createApplier(services, log)
  const bounds = createLogBounds(log, now)
  let appended = 0

  async function append(rows: EventRow[]): Promise<{ place: GroupPlace; index: number }[]> {
    const at = Math.min(...rows.map(({ receivedAt }) => receivedAt.getTime()))
    const place = await traced(
      tracing,
      { name: 'log events', kind: 'internal', causes: causesOf(rows) },
      () => log.append({ events: rows.length, body: textOf(rows), at }),
    )
    appended += rows.length
    applier.wake(false)
    return rows.map((_row, index) => ({ place, index }))
  }

  const { write, written } = countWrites(append)
  const queue = createGroupCommit<EventRow, { place: GroupPlace; index: number }>({
    ...limits,
    maxBatch: Math.min(limits.maxBatch, log.maxEvents),
    write,
    ownerOf: ({ siteId }) => siteId,
    // A stream has one write at a time, so a group that is torn is its last.
    maxInFlight: 1,
    paceMillis: log.paceMillis,
  })

  return {
    async add(rows, { bytes, since, waitMillis }) {
      if (bounds.areExceeded()) throw new LogUnavailable('Too much waits to be counted.')
      const belongs = applier.belongs()
      if (!(isPromise(belongs) ? await belongs : belongs))
        throw new LogUnavailable('The log is of another database.')
      const kept = await queue.add(withCause(tracing, rows), bytes, since)
      const [first] = kept
      if (waitMillis <= 0 || !first) return rows.map(() => 'taken')
      const applied = applier.outcomesOf(first.place)
      applier.wake(true)
      const outcomeOf = await within(Math.min(waitMillis, limits.maxWaitMillis), applied)
      return kept.map(({ index }) => outcomeOf?.(index) ?? 'taken')
    },
    isFull: () => queue.isFull() || bounds.areExceeded(),
    readFigures: () => {
      const applied = applier.readFigures()
      const lag = addHeld(log.lag(), applied.held)
      const lagSeconds =
        lag.since === null ? 0 : Math.max(0, now().getTime() - lag.since) / secondMillis
      return {
        ...written,
        waiting: queue.countHeld(),
        log: {
          ...applied,
          ...lag,
          appended,
          repaired: log.countRepaired(),
          lagSeconds,
          isExhausted: bounds.areExceeded() || log.isFailing() || applied.isForeign,
        },
      }
    },
    async drain() {
      await queue.drain()
      await log.end()
      await within(drainMillis, applier.applyAll())
      bounds.stop()
      await applier.stop()
      await log.close()
    },
  }
}

/** Events of locked sites aren't counted yet either. */
const addHeld = (lag: LogLag, held: ApplierFigures['held']): LogLag => ({
  ...lag,
  events: lag.events + held.events,
  since: earlier(lag.since, held.since),
})

/** @returns null when the time is over first */
async function within<Value>(millis: number, pending: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null)
    }, millis)
  })
  try {
    return await Promise.race([pending, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Nothing was kept because too much waits already, or nothing can be kept now. */
export const isOverload = (error: unknown): boolean =>
  error instanceof QueueFull || error instanceof LogUnavailable
