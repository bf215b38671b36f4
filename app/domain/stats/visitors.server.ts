/** Unique visitors, as counted exactly on arrival. Nothing is estimated here. */
import { and, asc, gte, lt, sum } from 'drizzle-orm'
import { visitorDays } from '#app/db/schema/events.ts'
import type { Services } from '#app/services.ts'
import { dayOf } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { ceilTo, floorTo, type Span } from './split-window.ts'
import { dayMillis } from '#app/lib/time.ts'

/**
 * The unit: without consent visitors aren't recognized on another day, so a person who comes on two
 * days is two visitors. With consent a person is one visitor per month (UTC).
 */
export const visitorUnit = 'day, or once per month with consent'

export type DistinctVisitors = {
  unit: typeof visitorUnit
  visitors: number
  /** Visitors who reached a goal, however many goals and however often. */
  converters: number
  /** Every day (UTC) that overlaps the time frame, with the visitors whose first visit it was. */
  days: { day: string; visitors: number; converters: number }[]
}

/** In all arms together, including the holdout group. */
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

/** A site's rows of all days (UTC) that overlap the time frame. */
export function daysOf(site: SiteScope, window: Span) {
  const { from, to } = wholeDays(window)
  return and(
    inSite(visitorDays, site),
    gte(visitorDays.day, dayOf(from)),
    lt(visitorDays.day, dayOf(to)),
  )
}

/** All days (UTC) that overlap the time frame. */
export const wholeDays = ({ from, to }: Span): Span => ({
  from: floorTo(dayMillis, from),
  to: ceilTo(dayMillis, to),
})

/** Every day (UTC) of a span of whole days. */
export const namesOf = ({ from, to }: Span): string[] =>
  Array.from({ length: Math.max(0, (to.getTime() - from.getTime()) / dayMillis) }, (_one, at) =>
    dayOf(new Date(from.getTime() + at * dayMillis)),
  )
