/** Runs migrations: forward only, one process at a time, resumable. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { projectFile } from '#app/lib/project.server.ts'

/** An arbitrary constant, the same in every process. */
const advisoryLock = 7_263_401

/** @param owner a connection that owns the tables, unlike the pool's restricted ones */
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
