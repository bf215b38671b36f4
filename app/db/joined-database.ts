/** The database as seen by code that opens its own transactions, all within one that is open. */
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './db.ts'

/**
 * Every transaction of the result is a savepoint of `tx`, so everything is committed together or
 * not at all. One at a time: savepoints can't overlap.
 *
 * @param tx a transaction of the role `system`
 */
export function joinTransaction(tx: Transaction): Database {
  return {
    system: tx,
    transaction: (work) => tx.transaction(work),
    longTransaction: (work) => tx.transaction(work),
    // It sees the changes of the transaction that it joins.
    readSnapshot: (work) => tx.transaction(work),
    asTeam: ({ teamId }, work) =>
      tx.transaction(async (nested) => {
        await nested.execute(roleOf('footfall_app', String(teamId)))
        const result = await work(nested)
        // A savepoint that is released keeps its settings; one that is rolled back doesn't.
        await nested.execute(roleOf('footfall_system', ''))
        return result
      }),
  }
}

const roleOf = (role: string, teamId: string) =>
  sql`select set_config('role', ${role}, true), set_config('app.team_id', ${teamId}, true)`
