/** Counts the statements that store events, for `/metrics`. */

/** Events on their way into the database. */
export type EventQueueFigures = {
  /** Read, and not committed or refused yet. */
  waiting: number
  /** Statements since the process started; each stores the events that waited for it. */
  writes: number
  /** Rows of those statements. */
  rows: number
}

type Write<Row, Result> = (rows: Row[]) => Promise<Result>

/** @returns the same write, and its counts */
export function countWrites<Row, Result>(write: Write<Row, Result>) {
  const written = { writes: 0, rows: 0 }
  const counted: Write<Row, Result> = (rows) => {
    written.writes += 1
    written.rows += rows.length
    return write(rows)
  }
  return { written, write: counted }
}
