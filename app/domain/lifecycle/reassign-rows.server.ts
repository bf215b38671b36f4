/** Every row of a site also has its organization's id. In a transfer, all of them change. */
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import * as schema from '#app/db/schema/index.ts'
import { eventSums } from '#app/domain/events/event-sums.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { retainUsageElsewhere, reassignEvents } from './retained-usage.server.ts'

/** Tables with a site and a team column, from the schema. */
export const siteTables: readonly string[] = Object.values<unknown>(schema)
  .flatMap((one) => (is(one, PgTable) ? [getTableConfig(one)] : []))
  .filter(({ columns }) => {
    const names = columns.map((column) => column.name)
    return names.includes('site_id') && names.includes('team_id')
  })
  .map(({ name }) => name)

/** Access of one organization's people and programs, which ends with a transfer. */
const ended = ['api_tokens', 'member_sites', 'webhook_endpoints', 'webhook_events']

/** Email reports and saved list views. Kept only for people who still have access after the transfer. */
const personal = ['site_reports', 'list_views']

/** As many rows as everything else together, and never changed once stored. */
const rawEvents = 'pixel_events'

/** Written by collection for every event, so moved last to be locked as briefly as possible. */
const sums = ['speed_days', 'listed_forms', ...eventSums]

/** Rows of earlier days are most of a sum, and collection wants none of them. */
const sumsByHour = ['hourly_pages', 'hourly_events']

/**
 * Moves all rows of the site to another organization. Usage of the previous one's plan stays on its
 * meter.
 *
 * @param tx holds a lock on the site's row
 * @param at now
 */
export async function reassignRows(
  tx: Queries,
  { siteId, teamId }: { siteId: number; teamId: number },
  at: Date,
): Promise<void> {
  const elsewhere = sql`site_id = ${siteId} and team_id <> ${teamId}`
  for (const table of ended) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${elsewhere}`)
  }
  for (const table of personal) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where ${elsewhere} and user_id not in (
        select user_id from team_members where team_id = ${teamId})`)
  }

  // Payments stay with the team that paid. A boost bought for the site moves with it.
  await tx.execute(sql`update purchases set site_id = null where ${elsewhere}`)

  const used = await reassignEvents(tx, siteId, teamId)
  const move = (table: string, where = elsewhere) =>
    tx.execute(sql`update ${sql.identifier(table)} set team_id = ${teamId} where ${where}`)
  for (const table of siteTables) {
    if (![rawEvents, ...ended, ...sums].includes(table)) await move(table)
  }
  // A repair of the sums locks the tables, meters first.
  await tx.execute(sql`lock table meters in row exclusive mode`)
  const yesterday = new Date(at.getTime() - dayMillis).toISOString()
  for (const table of sumsByHour)
    await move(table, sql`${elsewhere} and hour < ${yesterday}::timestamptz`)
  // The site, meters and sums in the order of the statement that stores events. It holds the site's row, whose
  // organization is a part of a key.
  await tx.execute(sql`select from sites where id = ${siteId} for update`)
  await retainUsageElsewhere(tx, used, teamId)
  for (const table of sums) await move(table)
}
