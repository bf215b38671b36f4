/** An organization's plan usage by month. */
import { and, desc, lte } from 'drizzle-orm'
import { meters } from '#app/db/schema/plans.ts'
import type { CsvCell } from '#app/lib/csv.ts'
import type { Services } from '#app/services.ts'
import { monthOf } from '#app/lib/time.ts'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

export type MeteredMonth = {
  /** First day of the month: `2026-03-01`. */
  month: string
  meteredBy: MeteredUnit
  visitors: number
  impressions: number
  /** Plan and boost together, as last applied. Null: unlimited. */
  allowance: number | null
  limitReachedAt: Date | null
}

const mostMonths = 24

/** Newest first, including the current month. Omits months without usage. */
export const readMeterHistory = ({ db, now }: Services, team: TeamScope): Promise<MeteredMonth[]> =>
  db.asTeam(team, (tx) =>
    tx
      .select({
        month: meters.month,
        meteredBy: meters.meteredBy,
        visitors: meters.visitors,
        impressions: meters.impressions,
        allowance: meters.allowance,
        limitReachedAt: meters.limitReachedAt,
      })
      .from(meters)
      .where(and(inTeam(meters, team), lte(meters.month, monthOf(now()))))
      .orderBy(desc(meters.month))
      .limit(mostMonths),
  )

/** As rows of a file, headings first. */
export const meterHistoryRows = (months: readonly MeteredMonth[]): CsvCell[][] => [
  ['Month', 'Measured by', 'Visitors', 'Impressions', 'Limit'],
  ...months.map(({ month, meteredBy, visitors, impressions, allowance }) => [
    ...[month.slice(0, 7), meteredBy, visitors, impressions],
    allowance ?? 'unlimited',
  ]),
]
