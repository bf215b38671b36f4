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
    asTeam: ({ teamId }, work) => tx.transaction((nested) => asTeamIn(nested, teamId, work)),
    asTeamAfter: ({ teamId }, look) =>
      tx.transaction(async (nested) => asTeamIn(nested, teamId, await look(nested))),
  }
}

async function asTeamIn<T>(
  tx: Transaction,
  teamId: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await tx.execute(roleOf('footfall_app', String(teamId)))
  const result = await work(tx)
  // A savepoint that is released keeps its settings; one that is rolled back doesn't.
  await tx.execute(roleOf('footfall_system', ''))
  return result
}

const roleOf = (role: string, teamId: string) =>
  sql`select set_config('role', ${role}, true), set_config('app.team_id', ${teamId}, true)`
