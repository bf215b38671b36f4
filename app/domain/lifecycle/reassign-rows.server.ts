/** Every row of a site names its organization as well: when the site changes hands, they all follow. */
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import * as schema from '#app/db/schema/index.ts'
import { retainUsageElsewhere, reassignEvents } from './retained-usage.server.ts'

/** The tables whose rows belong to a site and to an organization, as the schema has them. */
export const siteTables: readonly string[] = Object.values<unknown>(schema)
  .flatMap((one) => (is(one, PgTable) ? [getTableConfig(one)] : []))
  .filter(({ columns }) => {
    const names = columns.map((column) => column.name)
    return names.includes('site_id') && names.includes('team_id')
  })
  .map(({ name }) => name)

/** What gives people and programs of one organization access to the site ends with it. */
const ended = ['api_tokens', 'member_sites']

/** As many rows as all else together, which nobody changes once they are stored. */
const rawEvents = 'pixel_events'

/** Collection writes these with every event, so they are held for the shortest time: they come last. */
const sums = ['hourly_events', 'hourly_pages', 'experiment_days', 'speed_days', 'visitor_days']

/**
 * Gives all rows of the site to an organization. What was used of another one's plan stays on that
 * one's meter.
 *
 * @param tx holds the row of the site
 */
export async function reassignRows(
  tx: Queries,
  { siteId, teamId }: { siteId: number; teamId: number },
): Promise<void> {
  const elsewhere = sql`site_id = ${siteId} and team_id <> ${teamId}`
  for (const table of ended) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${elsewhere}`)
  }
  // Mails of figures are for who may see them.
  await tx.execute(sql`
    delete from site_reports where ${elsewhere} and user_id not in (
      select user_id from team_members where team_id = ${teamId})`)

  const used = await reassignEvents(tx, siteId, teamId)
  const first = siteTables.filter((table) => ![rawEvents, ...ended, ...sums].includes(table))
  for (const table of [...first, ...sums]) {
    await tx.execute(
      sql`update ${sql.identifier(table)} set team_id = ${teamId} where ${elsewhere}`,
    )
  }
  await retainUsageElsewhere(tx, used, teamId)
}
