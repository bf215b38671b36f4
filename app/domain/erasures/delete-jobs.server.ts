/** Deletes stored jobs about a person, who is identified by id or email address. */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'

/** Waiting, failed and finished ones. The queue's tables don't exist yet in a new database. */
export async function deleteJobsOf(
  tx: Queries,
  of: { userId: number; email: string } | { teamId: number },
): Promise<void> {
  const payload = sql`coalesce(data, '{}'::jsonb)`
  const isOf: SQL =
    'teamId' in of
      ? sql`${payload} ->> 'teamId' = ${String(of.teamId)}`
      : sql`(${payload} ->> 'userId' = ${String(of.userId)} or ${payload} ->> 'email' = ${of.email})`
  for (const table of ['job', 'archive']) {
    const { rows } = await tx.execute(
      sql`select to_regclass(${`pgboss.${table}`}) is not null as "isThere"`,
    )
    if (rows[0]?.['isThere'] !== true) continue
    await tx.execute(
      sql`delete from ${sql.identifier('pgboss')}.${sql.identifier(table)} where ${isOf}`,
    )
  }
}

/** False if the product was never started, so that there is no queue for the job. */
export async function hasQueue(tx: Queries, name: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select to_regclass('pgboss.queue') is not null as "isThere"`,
  )
  if (rows[0]?.['isThere'] !== true) return false
  const found = await tx.execute(sql`select 1 from pgboss.queue where name = ${name}`)
  return found.rows.length > 0
}
