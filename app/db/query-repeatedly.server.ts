import type pg from 'pg'
import { isRepeatable } from '#app/lib/database-errors.ts'

/** A statement may need what `mend` makes, and then meet another one that wants the same rows. */
const maxAttempts = 3

/**
 * Runs a statement outside of transactions again, if PostgreSQL ended it in favor of another one or if a row
 * that it refers to was deleted in between.
 *
 * @param prepare creates what the statement lacks after another error; false when it can't
 * @throws the driver's error
 */
export async function queryRepeatedly<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig & { query_timeout: number },
  prepare: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await pool.query<Row>(query)).rows
    } catch (error) {
      if (attempt === maxAttempts || !(isRepeatable(error) || (await prepare(error)))) throw error
    }
  }
}
