import { setTimeout as wait } from 'node:timers/promises'
import { isEndedForAnother } from '#app/lib/database-errors.ts'

/** Run again immediately, it could take the row that the other one waits for, and both meet again. */
const pauseMillis = 50

/**
 * Runs a transaction a second time when PostgreSQL ended it in favor of another one. Nothing of the
 * first run is stored, and what follows a commit waits for one (`afterCommit`), so a transaction may
 * change nothing but the database: no provider, no file and no variable outside of it.
 *
 * @param onAgain hears of the error
 */
export async function runAgain<T>(
  run: () => Promise<T>,
  onAgain: (error: unknown) => void,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isEndedForAnother(error)) throw error
    onAgain(error)
    await wait(pauseMillis)
    return run()
  }
}
