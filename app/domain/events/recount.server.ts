/** Checks that the sums match the raw events, and repairs them when they don't. */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import { counters, type Counter } from './counters.ts'

export type CountDifference = {
  /** Table of the sum. */
  table: string
  /** The site's uuid, or the team's slug for a meter. */
  owner: string
  /** Start of the hour, day or month. */
  at: Date
  /** The rest of the sum's key, by column. */
  key: Record<string, string | number>
  /** The stored sum; 0 when there is none. */
  stored: number
  /** The sum of the raw events. */
  counted: number
}

export type RecountOptions = {
  /** Absent: all sites. With a site, meters are skipped, because they belong to teams. */
  siteId?: number
  /** Skips sums that started earlier, and always those whose raw events were dropped. */
  since?: Date
  /** Overwrites wrong sums. */
  repair?: boolean
}

/** @returns the differences as found; empty when everything matches */
export async function recount(
  { db, now, config }: Services,
  { siteId, since, repair }: RecountOptions = {},
): Promise<CountDifference[]> {
  // One day less than is kept, because the job that drops the oldest day may run at the same time.
  const oldest = new Date(now().getTime() - (config.rawEventDays - 1) * dayMillis)

  return db.longTransaction(async (tx) => {
    // Blocks all other writers of sums. Events that arrive now wait and are added afterwards.
    if (repair) await tx.execute(lockSums)
    const found: Found[] = []
    for (const sum of counters) {
      if (siteId !== undefined && sum.owner === 'teams') continue
      found.push(
        ...(await findDifferences(tx, sum, { siteId, from: beginOf(sum.unit, oldest, since) })),
      )
    }
    if (repair) for (const one of found) await tx.execute(one.sum.repair(one.ownerId, one.at))
    return found.map(differenceOf)
  })
}

/** In the order in which the statement that stores events names them: meters, then the sums. */
const lockSums = sql.raw(
  `lock table ${[...new Set(['meters', ...counters.map(({ table }) => table)])].join(', ')} in share row exclusive mode`,
)

type Found = Omit<CountDifference, 'table'> & { sum: Counter; ownerId: number }

export const differenceOf = ({ sum, ownerId: _ownerId, ...rest }: Found): CountDifference => ({
  table: sum.table,
  ...rest,
})

type Row = {
  owner_id: string
  owner: string
  at: string
  key: Record<string, string | number>
  stored: string
  counted: string
}

function findDifferences(
  tx: Queries,
  sum: Counter,
  { siteId, from }: { siteId: number | undefined; from: Date },
): Promise<Found[]> {
  const begin =
    sum.unit === 'hour' ? sql`${from.toISOString()}::timestamptz` : sql`${dayOf(from)}::date`
  const ofSite = siteId === undefined ? sql`true` : sql`${ownerIdOf(sum)} = ${siteId}`
  const scope = sql`${ofSite} and ${sql.raw(sum.at)} >= ${begin}`
  return compareSums(tx, sum, { stored: sum.stored, counted: sum.counted(from), scope })
}

const ownerIdOf = ({ owner }: Counter) => sql.raw(owner === 'teams' ? 'team_id' : 'site_id')

/** @param sides the sums as they are and as they should be, and a condition on both */
export async function compareSums(
  tx: Queries,
  sum: Counter,
  { stored, counted, scope }: { stored: SQL; counted: SQL; scope: SQL },
): Promise<Found[]> {
  const keys = sql.raw(sum.keys.join(', '))
  const ownerId = ownerIdOf(sum)
  const at = sql.raw(sum.at)
  const { rows } = await tx.execute<Row>(sql`
    select ${ownerId} as owner_id, owners.${sql.raw(sum.owner === 'teams' ? 'slug' : 'uuid')}::text as owner,
      (extract(epoch from ${at}) * 1000)::text as at,
      to_jsonb(both_sides) - 'stored' - 'counted' - ${sum.at}::text - 'site_id' - 'team_id' as key,
      stored::text, counted::text
    from (
      select ${keys}, coalesce(noted.total, 0) as stored, coalesce(recounted.total, 0) as counted
      from (select * from (${stored}) as noted where ${scope}) as noted
      full join (select * from (${counted}) as recounted where ${scope}) as recounted
        using (${keys})
    ) as both_sides join ${sql.raw(sum.owner)} as owners on owners.id = both_sides.${ownerId}
    where stored <> counted
    order by both_sides.${at}, 1, 4`)
  return rows.map((row) => ({
    sum,
    ownerId: Number(row.owner_id),
    owner: row.owner,
    at: new Date(Number(row.at)),
    key: row.key,
    stored: Number(row.stored),
    counted: Number(row.counted),
  }))
}

/** The first whole unit whose raw events are all stored, no earlier than the unit of `since`. */
function beginOf(unit: Counter['unit'], oldest: Date, since: Date | undefined): Date {
  const whole = floorTo(unit, new Date(oldest.getTime() - 1), 1)
  const wanted = since ? floorTo(unit, since, 0) : whole
  return wanted > whole ? wanted : whole
}

/** Start of the unit that contains the time, or of a later one. */
function floorTo(unit: Counter['unit'], at: Date, later: number): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  if (unit === 'month') return new Date(Date.UTC(year, month + later))
  return new Date(Date.UTC(year, month, at.getUTCDate(), at.getUTCHours() + later))
}
