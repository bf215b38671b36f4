/** Counts of the public edge, for `/metrics`. */
import type { EventQueueFigures } from '#app/domain/events/write-figures.ts'
import type { RefusalCode } from '#app/lib/errors.ts'

export type EdgeFigures = {
  /** Since the process started. */
  refused: ReadonlyMap<RefusalCode, number>
  /** Since the process started: answered with a 5xx status because of a bug or the database. */
  failed: number
  events: EventQueueFigures
}
