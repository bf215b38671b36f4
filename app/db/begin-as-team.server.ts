/** Begins transactions in which one team's rows are visible. */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Begin } from './after-commit.server.ts'

const dialect = new PgDialect()

/**
 * As Drizzle would, but BEGIN and the settings are sent together: a screen opens up to nine such
 * transactions, and each trip to the database takes about as long as a short query.
 */
export const beginAsTeam =
  (pool: pg.Pool, teamId: number): Begin =>
  async (work) => {
    const client = await pool.connect()
    let isBroken = false
    try {
      await client.query(beginningFor(teamId))
      const session = new NodePgSession(client, dialect, undefined)
      const result = await work(new NodePgTransaction(dialect, session, undefined))
      await client.query('commit')
      return result
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
 * Statements that are sent together have no parameters. Screens and calls read few rows, for which
 * starting parallel workers takes longer.
 */
const beginningFor = (teamId: number): string => `begin;
  select set_config('role', 'footfall_app', true),
    set_config('app.team_id', ${pg.escapeLiteral(String(teamId))}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`
