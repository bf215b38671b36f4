/**
 * All data of a team, by table, from the schema: a new table with a team column is included
 * automatically. Leaves out binary columns (token hashes, secrets, visitor keys) and fingerprints
 * of shoppers' addresses, which are of no use outside.
 */
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import * as schema from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

/** Called for each row, table by table. */
export type WriteRow = (table: string, row: Record<string, unknown>) => Promise<void>

const { teams, teamMembers, users } = schema

/** A batch that fits into memory easily. */
const atOnce = 500

/** Columns to leave out in addition to binary ones. */
const ofNoUse = new Set(['email_hash', 'team_id'])

/** Tables with a `team_id` column, and their exported columns. */
export const teamTables: readonly { name: string; columns: readonly string[] }[] = Object.values(
  schema as Record<string, unknown>,
)
  .filter((one): one is PgTable => is(one, PgTable))
  .map((table) => ({ name: getTableName(table), columns: Object.values(columnsOf(table)) }))
  .filter(({ columns }) => columns.some(({ name }) => name === 'team_id'))
  .map(({ name, columns }) => ({
    name,
    columns: columns.filter(isExported).map((one) => one.name),
  }))
  .sort((one, other) => one.name.localeCompare(other.name))

function columnsOf(table: PgTable): Record<string, PgColumn> {
  return getTableColumns(table)
}

function isExported(column: PgColumn): boolean {
  return column.getSQLType() !== 'bytea' && !ofNoUse.has(column.name)
}

/** Returns the number of rows. Reads a consistent snapshot, however long it takes. */
export async function exportTeam(
  { db }: Services,
  team: TeamScope,
  take: WriteRow,
): Promise<number> {
  let total = 0
  const writeRow: WriteRow = async (table, row) => {
    await take(table, row)
    total += 1
  }

  await db.readSnapshot(async (tx) => {
    const [row] = await tx
      .select({ name: teams.name, slug: teams.slug, plan: teams.plan, createdAt: teams.createdAt })
      .from(teams)
      .where(inTeam(teams, team))
    if (row) await writeRow('teams', row)
    const people = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(teamMembers)
      .innerJoin(users, eq(users.id, teamMembers.userId))
      .where(inTeam(teamMembers, team))
    for (const person of people) await writeRow('users', person)

    for (const { name, columns } of teamTables) {
      const list = sql.join(
        columns.map((column) => sql.identifier(column)),
        sql`, `,
      )
      await tx.execute(
        sql`declare told no scroll cursor for
          select ${list} from ${sql.identifier(name)} where team_id = ${sql.raw(String(team.teamId))}`,
      )
      for (;;) {
        const { rows } = await tx.execute(sql`fetch ${sql.raw(String(atOnce))} from told`)
        for (const row of rows) await writeRow(name, row)
        if (rows.length < atOnce) break
      }
      await tx.execute(sql`close told`)
    }
  })
  return total
}
