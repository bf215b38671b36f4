/** Begins transactions: those of the product, and those in which one team's rows are visible. */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Begin } from './after-commit.server.ts'
import type { Queries } from './db.ts'

const dialect = new PgDialect()

type Work<T> = {
  /** The statement, or several. */
  beginning: string
  work: (tx: Queries) => Promise<T>
  mustCommit: () => boolean
  /** Hears of a connection that can't be used any longer. */
  onBroken?: () => void
}

/**
 * As Drizzle would, but BEGIN, the settings and the first statements are sent together: a screen
 * opens up to nine such transactions, and each trip to the database takes about as long as a short
 * query. A statement behind settings that failed fails as well. Behind a BEGIN that failed there is no
 * transaction: nothing more is sent then, and the work fails with the first answer.
 */
export async function beginOn<T>(
  client: pg.ClientBase,
  { beginning, work, mustCommit, onBroken = () => undefined }: Work<T>,
): Promise<T> {
  let isOver = false
  let beginError: unknown
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
    // Thrown below, after the statements that were sent behind it.
    begun.catch((error: unknown) => {
      isOver = true
      beginError = error
    })
    const session = new NodePgSession(statements, dialect, undefined)
    const result = await work(new NodePgTransaction(dialect, session, undefined))
    await begun
    isOver = true
    // After a failed statement whose error was caught, PostgreSQL answers COMMIT by rolling back
    // without an error.
    const { command } = await client.query('commit')
    if (command === 'ROLLBACK' && mustCommit()) throw new Error('A statement before COMMIT failed.')
    return result
  } catch (error) {
    isOver = true
    await client.query('rollback').catch(onBroken)
    throw beginError ?? error
  }
}

const beginInPool =
  (pool: pg.Pool, beginning: string): Begin =>
  async (work, mustCommit) => {
    const client = await pool.connect()
    let isBroken = false
    const onBroken = () => {
      isBroken = true
    }
    try {
      return await beginOn(client, { beginning, work, mustCommit, onBroken })
    } finally {
      client.release(isBroken)
    }
  }

export const beginAsSystem = (pool: pg.Pool): Begin => beginInPool(pool, 'begin')

export const beginAsTeam = (pool: pg.Pool, teamId: number): Begin =>
  beginInPool(pool, `begin;${settingsOf(teamId)}`)

/**
 * Restricts the rest of a transaction to one team's rows. Statements that are sent together have no
 * parameters. Screens and calls read few rows, for which starting parallel workers takes longer.
 */
export const settingsOf = (teamId: number): string => `
  select set_config('role', 'footfall_app', true),
    set_config('app.team_id', ${pg.escapeLiteral(String(teamId))}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`
