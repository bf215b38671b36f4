/** Begins and ends transactions. */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Queries } from './db.ts'

const dialect = new PgDialect()

type Asked<T> = {
  /** Statements that begin the transaction. They are sent together, so they have no parameters. */
  beginning: string
  work: (tx: Queries) => Promise<T>
}

/**
 * As Drizzle would, but the beginning and the first statements are sent together: each trip to the
 * database takes about as long as a short query. A statement behind a beginning that failed fails as
 * well.
 *
 * @throws Error of `work` or of a statement; also when a failed statement's error was caught
 */
export async function runTransaction<T>(
  client: pg.ClientBase,
  { beginning, work }: Asked<T>,
): Promise<T> {
  let isOver = false
  // One of several statements that were sent together may fail while the others' readers go on.
  // They must not reach the connection's next transaction.
  const statements = Object.create(client, {
    query: {
      value: (...asked: Parameters<typeof client.query>) =>
        isOver ? Promise.reject(new Error('The transaction is over.')) : client.query(...asked),
    },
  }) as pg.PoolClient
  try {
    const begun = client.query(beginning)
    // What it fails with is thrown below, after the statements that were sent behind it.
    begun.catch(() => undefined)
    const session = new NodePgSession(statements, dialect, undefined)
    const result = await work(new NodePgTransaction(dialect, session, undefined))
    await begun
    isOver = true
    const { command } = await client.query('commit')
    // PostgreSQL's answer after a failed statement, which is no error.
    if (command !== 'COMMIT') throw new Error('A statement failed, so nothing was stored.')
    return result
  } catch (error) {
    isOver = true
    throw error
  }
}

/** The same on a connection of the pool. */
export async function runOnPool<T>(pool: pg.Pool, asked: Asked<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await runTransaction(client, asked)
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

/**
 * In which one team's rows are visible. Screens and calls read few rows, for which starting parallel
 * workers takes longer.
 */
export const beginningFor = (teamId: number): string => `begin;
  select set_config('role', 'footfall_app', true),
    set_config('app.team_id', ${pg.escapeLiteral(String(teamId))}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`
