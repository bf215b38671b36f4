/** Proves that the hourly sums say what the raw events say, and mends them when they don't. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '../../contract/pixel.ts'
import type { Queries } from '../../db/db.ts'
import { hourlyEvents } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'

export type CountDifference = {
  /** The site's uuid. */
  site: string
  /** Beginning of the hour. */
  hour: Date
  /** The nudge's number; 0 for what belongs to the site as a whole. */
  nudge: number
  type: PixelEventType
  /** What the hourly sum says; 0 when there is none. */
  stored: number
  /** What the raw events say. */
  counted: number
}

export type RecountOptions = {
  /** Absent: every site. */
  siteId?: number
  /** Hours that began earlier are left alone. */
  since?: Date
  /** Writes the recounted sums over the wrong ones. */
  repair?: boolean
}

/** Reading every raw event takes longer than a page may. */
const statementTimeout = sql.raw(`set local statement_timeout = '10min'`)

/** @returns the differences as they were found, oldest first; empty when all is well */
export async function recount(
  { db }: Services,
  options: RecountOptions = {},
): Promise<CountDifference[]> {
  return db.transaction(async (tx) => {
    await tx.execute(statementTimeout)
    // From here on no sum is written but ours; events that come in meanwhile wait and add theirs.
    if (options.repair) await tx.execute(sql`lock table hourly_events in share row exclusive mode`)
    const differences = await findDifferences(tx, options)
    if (options.repair) for (const difference of differences) await mend(tx, difference)
    return differences.map(({ siteId: _siteId, teamId: _teamId, ...told }) => told)
  })
}

type Found = CountDifference & { siteId: number; teamId: number }

async function findDifferences(tx: Queries, { siteId, since }: RecountOptions): Promise<Found[]> {
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`
  const from = (column: SQL) =>
    since
      ? sql`${column} >= date_trunc('hour', ${since.toISOString()}::timestamptz, 'UTC')`
      : sql`true`
  return tx
    .select({
      siteId: sql`sites.id`.mapWith(Number),
      teamId: sql`sites.team_id`.mapWith(Number),
      site: sql<string>`sites.uuid`,
      hour: sql`both_sides.hour`.mapWith(hourlyEvents.hour),
      nudge: sql`both_sides.nudge_id`.mapWith(Number),
      type: sql<PixelEventType>`both_sides.type`,
      stored: sql`both_sides.stored`.mapWith(Number),
      counted: sql`both_sides.counted`.mapWith(Number),
    })
    .from(
      sql`(
        select site_id, hour, nudge_id, type,
          coalesce(summed.total, 0) as stored, coalesce(recounted.total, 0) as counted
        from (
          select site_id, hour, nudge_id, type, total
          from hourly_events
          where ${site} and ${from(sql`hour`)}
        ) as summed
        full join (
          select site_id, date_trunc('hour', received_at, 'UTC') as hour,
            coalesce(nudge_id, 0) as nudge_id, type, count(*) as total
          from pixel_events
          where outcome = 'accepted' and ${site} and ${from(sql`received_at`)}
          group by 1, 2, 3, 4
        ) as recounted using (site_id, hour, nudge_id, type)
      ) as both_sides join sites on sites.id = both_sides.site_id`,
    )
    .where(sql`both_sides.stored <> both_sides.counted`)
    .orderBy(sql`both_sides.hour, sites.id, both_sides.nudge_id, both_sides.type`)
}

async function mend(tx: Queries, { siteId, teamId, hour, nudge, type, counted }: Found) {
  if (counted === 0) {
    await tx
      .delete(hourlyEvents)
      .where(
        and(
          eq(hourlyEvents.siteId, siteId),
          eq(hourlyEvents.hour, hour),
          eq(hourlyEvents.nudgeId, nudge),
          eq(hourlyEvents.type, type),
        ),
      )
    return
  }
  await tx
    .insert(hourlyEvents)
    .values({ siteId, teamId, hour, nudgeId: nudge, type, total: counted })
    .onConflictDoUpdate({
      target: [hourlyEvents.siteId, hourlyEvents.hour, hourlyEvents.nudgeId, hourlyEvents.type],
      set: { total: counted },
    })
}
