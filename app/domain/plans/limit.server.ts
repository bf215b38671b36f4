/**
 * Plan usage as SQL over `teams` and its row of `meters`, so that all queries agree. Only
 * collection decides separately, in the statement that counts.
 */
import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { sites, teams } from '#app/db/schema/ground.ts'
import { meters, siteMeters } from '#app/db/schema/plans.ts'

/** Percentages at which the owner is notified. The highest one that was reached counts. */
const noticeSteps = [100, 90, 70] as const

/** Placeholders are for prepared queries and take the time as ISO 8601. */
type SqlMoment = Date | Placeholder

const asTime = (at: SqlMoment) => sql`${at instanceof Date ? at.toISOString() : at}::timestamptz`

/** The team's limit at a time, including its boost. Null: unlimited. */
export const allowanceAt = (at: SqlMoment): SQL<number | null> => sql<
  number | null
>`(${teams.planLimit}
  + case when ${teams.visitorBoostExpiresAt} > ${asTime(at)}
    then ${teams.visitorBoost} else 0 end)::float8`

/** Units used in the meter's month; 0 without a meter. */
export const usedUnits = sql<number>`coalesce(case ${teams.meteredBy}
  when 'visitors' then ${meters.visitors} else ${meters.impressions} end, 0)::float8`

/**
 * The specification's visit_limit_exceeded. Compares numbers instead of reading `limit_reached_at`,
 * so that a change of the plan or an expired boost takes effect immediately.
 */
export const isLimitReached = (at: SqlMoment): SQL<boolean> =>
  sql<boolean>`coalesce(${usedUnits} >= ${allowanceAt(at)}, false)`

/** The highest step that was reached, or 0. */
export const reachedStep = (at: SqlMoment): SQL<number> =>
  sql<number>`(case ${sql.join(
    noticeSteps.map(
      (step) =>
        sql`when ${usedUnits} * 100 >= ${allowanceAt(at)} * ${sql.raw(String(step))} then ${sql.raw(String(step))}`,
    ),
    sql` `,
  )} else 0 end)`

/**
 * Whether nudges of a site pause, over `sites` and its rows of `meters` and `site_meters`. With
 * units of its own boost left, a site goes on when the team's limit is reached.
 */
export const isSiteLimitReached = (at: SqlMoment): SQL<boolean> =>
  sql<boolean>`(${isLimitReached(at)} and not (
    coalesce(${sites.visitorBoostExpiresAt} > ${asTime(at)}, false)
    and coalesce(${siteMeters.used}, 0) < ${sites.visitorBoost}))`

/** Joins `site_meters` to `sites` and `teams`. @param month first day: `2026-03-01` */
export const joinsSiteMeter = (month: string | Placeholder): SQL => sql`(
  ${siteMeters.siteId} = ${sites.id} and ${siteMeters.month} = ${month}
  and ${siteMeters.unit} = ${teams.meteredBy})`
