/** Runs work that has to wait until a transaction is committed. */
import type { AfterCommit, Queries, Transaction } from './db.ts'

/**
 * Opens a transaction, commits it when `work` resolves and rolls it back when `work` rejects.
 *
 * @param mustCommit asked at the end: true if a commit that stored nothing has to reject
 */
export type Begin = <T>(work: (tx: Queries) => Promise<T>, mustCommit: () => boolean) => Promise<T>

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
    const result = await begin(
      (tx) => work(collectCallbacks(tx, callbacks)),
      () => callbacks.length > 0,
    )
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
  const savepoint = tx.transaction.bind(tx)
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
