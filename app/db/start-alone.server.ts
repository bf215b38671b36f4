/** Preparations of a start that several nodes can't do at the same time. */
import pg from 'pg'

/** An arbitrary constant, the same in every process, and another one than that of the migrations. */
const advisoryLock = 7_263_402

/**
 * Runs the work while no other process runs its own. The job queue’s library creates tables one by one, and two
 * nodes that start on a new database, or with a release that has another queue, would end in a deadlock.
 *
 * @param url PostgreSQL's; absent: the embedded database, whose folder has one process
 */
export async function startAlone<T>(url: string | undefined, work: () => Promise<T>): Promise<T> {
  if (url === undefined) return work()
  // No connection of the pool, whose statements time out before a slow start of another node ends.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    return await work()
  } finally {
    // Ends the session, and its lock with it.
    await client.end()
  }
}
