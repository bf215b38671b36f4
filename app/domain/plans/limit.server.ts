/**
 * How much of a plan is used, as SQL over `teams` and its row of `meters`, so that every question gets
 * the same answer. Collection alone decides by itself, in the statement that counts.
 */
import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import { meters, teams } from '#app/db/schema/index.ts'

/** The owner is mailed when as many percent are used; the highest one that was reached counts. */
export const noticeSteps = [100, 90, 70] as const

/** A placeholder is for prepared queries; it takes the moment as ISO 8601. */
type SqlMoment = Date | Placeholder

const asTime = (at: SqlMoment) => sql`${at instanceof Date ? at.toISOString() : at}::timestamptz`

/** Units that the team has at this moment, the boost among them. Null: unlimited. */
export const allowanceAt = (at: SqlMoment): SQL<number | null> => sql<
  number | null
>`(${teams.planLimit}
  + case when ${teams.visitorBoostExpiresAt} > ${asTime(at)}
    then ${teams.visitorBoost} else 0 end)::float8`

/** Units of the meter's month; 0 without a meter. */
export const usedUnits = sql<number>`coalesce(case ${teams.meteredBy}
  when 'visitors' then ${meters.visitors} else ${meters.impressions} end, 0)::float8`

/**
 * The specification's visit_limit_exceeded. It asks for the numbers alone and not for
 * `limit_reached_at`: a plan that was raised, lowered or whose boost ran out counts at once.
 */
export const isLimitReached = (at: SqlMoment): SQL<boolean> =>
  sql<boolean>`coalesce(${usedUnits} >= ${allowanceAt(at)}, false)`

/** The highest of the steps that is reached, or 0. */
export const reachedStep = (at: SqlMoment): SQL<number> =>
  sql<number>`(case ${sql.join(
    noticeSteps.map(
      (step) =>
        sql`when ${usedUnits} * 100 >= ${allowanceAt(at)} * ${sql.raw(String(step))} then ${sql.raw(String(step))}`,
    ),
    sql` `,
  )} else 0 end)`
