/** Counts the statements that store events, for `/metrics`. */
import type { ApplierFigures } from './log/applier-types.ts'
import type { LogLag } from './log/event-log.ts'

/** Events on their way into the database. */
export type EventQueueFigures = {
  /** Read, and not committed or refused yet. */
  waiting: number
  /** Statements since the process started; each stores the events that waited for it. */
  writes: number
  /** Rows of those statements. */
  rows: number
  /** Absent: events are stored without a log. */
  log?: EventLogFigures
}

export type EventLogFigures = ApplierFigures &
  LogLag & {
    /** Events that were logged since the process started. */
    appended: number
    /** Groups that were missing, and that another copy had. */
    repaired: number
    /** How long the oldest event waits that isn't applied yet. */
    lagSeconds: number
    /** Events are refused: too much waits, the disk is nearly full or fails, or the log is of another database. */
    isExhausted: boolean
  }

type Write<Row, Result> = (rows: Row[]) => Promise<Result>

/** Wraps a write function to count its calls and rows. `written` holds the counts. */
export function countWrites<Row, Result>(write: Write<Row, Result>) {
  const written = { writes: 0, rows: 0 }
  const counted: Write<Row, Result> = (rows) => {
    written.writes += 1
    written.rows += rows.length
    return write(rows)
  }
  return { written, write: counted }
}
