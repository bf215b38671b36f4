/** Compares the database with this version's migrations. */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { projectFile } from '#app/lib/project.server.ts'
import type { Database } from './db.ts'

/** Number of migrations that the database doesn't have. */
export async function countPendingMigrations({ transaction }: Database): Promise<number> {
  const newest = await transaction(async (tx) => {
    // The list of migrations belongs to the tables' owner; `none` is the role that opened the
    // connection.
    await tx.execute(sql`set local role none`)
    const { rows } = (await tx.execute(
      sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
    )) as unknown as { rows: { newest: string | null }[] }
    return Number(rows[0]?.newest ?? 0)
  })
  return readJournal().filter(({ when }) => when > newest).length
}

function readJournal(): { when: number }[] {
  const file = projectFile('app/db/migrations/meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number }[] }
  return entries
}
