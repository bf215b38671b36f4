/**
 * The database as the domain sees it. Which engine answers is known to open.server.ts alone.
 *
 * Two roles, neither a superuser: `system` sees every team's rows and is for sign-in, the public
 * edge and jobs; inside `asTeam` the rows of one team exist and no others.
 */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

/** Anything that runs queries: the pool or an open transaction. */
export type Queries = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = {
  /** Outside of a transaction, as `footfall_system`. */
  readonly system: Queries
  /** In one transaction, as `footfall_system`. Pass `tx` on: the pool would wait for itself. */
  transaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /** The same for a job's or the operator's work, which may take minutes and waits for no pool. */
  longTransaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /** In one transaction, as `footfall_app`, restricted to one team by the database itself. */
  asTeam: <T>(team: { readonly teamId: number }, work: (tx: Queries) => Promise<T>) => Promise<T>
}
