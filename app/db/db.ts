/**
 * The database as the domain uses it. Only open.server.ts knows the engine.
 *
 * There are two roles, neither a superuser: `system` sees all teams' rows and is for login, the
 * public edge and jobs. Inside `asTeam` only one team's rows are visible.
 */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** Anything that runs queries: the pool or an open transaction. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

/** Runs after a commit. Returns what its transaction waits for, if anything. */
export type AfterCommit = () => Promise<void> | void

/** An open transaction. */
export type Transaction = {
  /**
   * Runs `callback` once this transaction is committed: in the order of the calls, before the
   * transaction's caller goes on. After a rollback it never runs. A savepoint that is rolled back
   * drops what was registered inside it; one that is released leaves it to the outer transaction.
   *
   * Nothing can be undone by then, so an error is logged and the remaining callbacks still run. A
   * process that dies in between, or that loses the connection while it waits for the answer to its
   * COMMIT, runs none of them: something else has to catch up on what must not be missed.
   */
  afterCommit: (callback: AfterCommit) => void
  /** A savepoint. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
} & Queries

export type Database = {
  /** Outside of a transaction, as `footfall_system`. */
  readonly system: Queries
  /**
   * In one transaction, as `footfall_system`. Pass `tx` on: waiting for the pool inside would
   * deadlock. When PostgreSQL ends it in favor of another transaction, `work` runs a second time.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** The same for jobs and the operator: can take minutes, and doesn't use the pool. */
  longTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * Reads everything as it is at one moment, for minutes, to hand rows on before it ends. That's why
   * `work` runs once: nothing that was handed on can be undone. It needs no second run, because a transaction
   * that only reads waits for no row and conflicts with none; only a migration that locks a whole table
   * could end it. It changes nothing, and doesn't use the pool.
   */
  readSnapshot: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * In one transaction, as `footfall_app`, restricted to one team by row-level security. `work` runs a
   * second time as in `transaction`.
   */
  asTeam: <T>(
    team: { readonly teamId: number },
    work: (tx: Transaction) => Promise<T>,
  ) => Promise<T>
  /**
   * Like `asTeam`, but calls `look` first, as `footfall_system` in the same transaction. `look` takes locks
   * and reads rows that belong to no team and must not change until the end. It returns the work that
   * follows.
   */
  asTeamAfter: <T>(
    team: { readonly teamId: number },
    look: (tx: Queries) => Promise<(tx: Transaction) => Promise<T>>,
  ) => Promise<T>
}
