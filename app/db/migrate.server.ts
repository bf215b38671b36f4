/** Migrations: forward only, one process at a time, resumable. */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { projectFile } from '#app/lib/project.server.ts'
import type { Database } from './db.ts'

/** Held while migrations run. An arbitrary constant, the same in every process. */
export const advisoryLock = 7_263_401

/**
 * Runs pending migrations.
 *
 * @param owner a connection that owns the tables, unlike the pool's restricted ones
 */
export async function migrateDatabase(owner: pg.Client): Promise<void> {
  await owner.query('select pg_advisory_lock($1)', [advisoryLock])
  try {
    await migrate(drizzle({ client: owner }), {
      migrationsFolder: projectFile('app/db/migrations'),
    })
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [advisoryLock])
  }
}

/** Number of this version's migrations that the database doesn't have. */
export async function countPendingMigrations(db: Database): Promise<number> {
  const newest = await readSchemaVersion(db)
  return readJournal().filter(({ when }) => when > newest).length
}

/** The newest migration of the database, by its time in milliseconds; 0: it has none. */
export const readSchemaVersion = ({ transaction }: Database): Promise<number> =>
  transaction(async (tx) => {
    // The list of migrations belongs to the tables' owner; `none` is the role that opened the
    // connection.
    await tx.execute(sql`set local role none`)
    const { rows } = (await tx.execute(
      sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
    )) as unknown as { rows: { newest: string | null }[] }
    return Number(rows[0]?.newest ?? 0)
  })

/** This version's newest migration, by its time in milliseconds. */
export const newestMigration = (): number => Math.max(...readJournal().map(({ when }) => when))

function readJournal(): { when: number }[] {
  const file = projectFile('app/db/migrations/meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] }
  return entries
}
