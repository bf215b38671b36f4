/** Distinct visitors, counted exactly when they came: nothing is estimated or counted again here. */
import { and, asc, eq, gte, lt, sum } from 'drizzle-orm'
import { visitorDays } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { dayOf } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { ceilTo, floorTo, type Span } from './split-window.ts'
import { dayMillis } from '#app/lib/time.ts'

/**
 * Who is one visitor: without consent nobody is recognised the day after, so a person who comes on
 * two days is two visitors; with consent a person is one in each month (UTC).
 */
export const visitorUnit = 'visitor of a day, with consent of a month'

export type DistinctVisitors = {
  unit: typeof visitorUnit
  visitors: number
  /** Those who reached a goal, however many goals and however often. */
  converters: number
  /** Every day (UTC) that the window touches, with those whom it was the first to see. */
  days: { day: string; visitors: number; converters: number }[]
}

/** In all arms together, the hold-out among them. */
export async function readDistinctVisitors(
  { db }: Services,
  site: SiteScope,
  window: Span,
): Promise<DistinctVisitors> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        day: visitorDays.day,
        visitors: sum(visitorDays.visitors).mapWith(Number),
        converters: sum(visitorDays.converters).mapWith(Number),
      })
      .from(visitorDays)
      .where(daysOf(site, window))
      .groupBy(visitorDays.day)
      .orderBy(asc(visitorDays.day)),
  )
  const counted = new Map(rows.map((row) => [row.day, row]))
  const days = namesOf(wholeDays(window)).map(
    (day) => counted.get(day) ?? { day, visitors: 0, converters: 0 },
  )
  const totalOf = (key: 'visitors' | 'converters') => rows.reduce((all, row) => all + row[key], 0)
  return {
    unit: visitorUnit,
    visitors: totalOf('visitors'),
    converters: totalOf('converters'),
    days,
  }
}

/** A site's rows of all days (UTC) that the window touches. */
export function daysOf(site: SiteScope, window: Span) {
  const { from, to } = wholeDays(window)
  return and(
    eq(visitorDays.teamId, site.teamId),
    eq(visitorDays.siteId, site.siteId),
    gte(visitorDays.day, dayOf(from)),
    lt(visitorDays.day, dayOf(to)),
  )
}

/** All days (UTC) that the window touches. */
export const wholeDays = ({ from, to }: Span): Span => ({
  from: floorTo(dayMillis, from),
  to: ceilTo(dayMillis, to),
})

/** Every day (UTC) of a span of whole ones. */
export const namesOf = ({ from, to }: Span): string[] =>
  Array.from({ length: Math.max(0, (to.getTime() - from.getTime()) / dayMillis) }, (_one, at) =>
    dayOf(new Date(from.getTime() + at * dayMillis)),
  )
