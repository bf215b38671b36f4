/** Runs work that has to wait until a transaction is committed. */
import { sql } from 'drizzle-orm'
import type { AfterCommit, Queries, Transaction } from './db.ts'

/** Opens a transaction, commits it when `work` resolves and rolls it back when `work` rejects. */
export type Begin = <T>(work: (tx: Queries) => Promise<T>) => Promise<T>

type Parts = {
  begin: Begin
  /** Called when a callback fails. The transaction is already committed, so nothing is rolled back. */
  onError: (error: unknown) => void
}

/** Each transaction that this opens runs its callbacks once its connection is free again. */
export const withAfterCommit =
  ({ begin, onError }: Parts) =>
  async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const callbacks: AfterCommit[] = []
    const result = await begin(async (tx) => {
      const outcome = await work(collectCallbacks(tx, callbacks))
      // After a failed statement whose error was caught, PostgreSQL answers COMMIT by rolling back
      // without an error. This statement fails instead.
      if (callbacks.length > 0) await tx.execute(sql`select 1`)
      return outcome
    })
    for (const callback of callbacks.splice(0)) await runCallback(callback, onError)
    return result
  }

async function runCallback(callback: AfterCommit, onError: Parts['onError']): Promise<void> {
  try {
    await callback()
  } catch (error) {
    onError(error)
  }
}

/** A savepoint hands its callbacks to the transaction around it once it is released. */
function collectCallbacks(tx: Queries, callbacks: AfterCommit[]): Transaction {
  const savepoint: Begin = tx.transaction.bind(tx)
  return Object.assign(tx, {
    afterCommit(callback: AfterCommit) {
      callbacks.push(callback)
    },
    async transaction<T>(work: (nested: Transaction) => Promise<T>): Promise<T> {
      const inner: AfterCommit[] = []
      const result = await savepoint((nested) => work(collectCallbacks(nested, inner)))
      callbacks.push(...inner)
      return result
    },
  })
}
