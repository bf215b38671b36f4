/** The interface of an applier, and its figures for `/metrics`. */
import type { MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { StoreOutcome } from '../store-events.server.ts'
import type { GroupPlace } from './event-log.ts'
import type { HeldLag } from './held-sites.server.ts'
import type { Outcomes } from './outcome-waiters.ts'

export type Applier = {
  /** Whether the log's events are for this database; false, too, when that can't be asked. */
  belongs: () => MaybePromise<boolean>
  /** Applies what waits within its interval, or soon for a caller who waits. */
  wake: (isAwaited: boolean) => void
  /**
   * Resolves when a group is applied, with the outcome of the event at a place of the group, from 0 on.
   * Null: it isn't known. Never resolves when it's never applied.
   */
  outcomesOf: (place: GroupPlace) => Promise<Outcomes | null>
  /** Applies everything that the log keeps. @returns false when that failed */
  applyAll: () => Promise<boolean>
  /**
   * Adopts streams, reads again what the database has lost, and removes old files. Happens every minute
   * without a call.
   */
  keepUp: () => Promise<void>
  /** Ends after the running pass. */
  stop: () => Promise<void>
  readFigures: () => ApplierFigures
}

/** Since the process started. */
export type ApplierFigures = {
  /** Events that were applied, repeated and refused ones included. */
  applied: number
  batches: number
  /** Events that weren't stored, by reason. */
  refused: ReadonlyMap<StoreOutcome, number>
  /** Events that the database refused. An operator has to look at them. */
  setAside: number
  /** Streams that can't be read on. */
  gaps: number
  held: HeldLag
  /** The log is of another database. */
  isForeign: boolean
}
