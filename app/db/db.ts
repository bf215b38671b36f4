/**
 * The database as the domain uses it. Only open.server.ts knows the engine.
 *
 * There are two roles, neither a superuser: `system` sees all teams' rows and is for login, the
 * public edge and jobs. Inside `asTeam` only one team's rows are visible.
 */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

/** Anything that runs queries: the pool or an open transaction. */
export type Queries = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = {
  /** Outside of a transaction, as `footfall_system`. */
  readonly system: Queries
  /**
   * In one transaction, as `footfall_system`. Pass `tx` on: waiting for the pool inside would
   * deadlock.
   */
  transaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /** The same for jobs and the operator: can take minutes, and doesn't use the pool. */
  longTransaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /** In one transaction, as `footfall_app`, restricted to one team by row-level security. */
  asTeam: <T>(team: { readonly teamId: number }, work: (tx: Queries) => Promise<T>) => Promise<T>
}
