/** Unique visitors, as counted exactly on arrival. Nothing is estimated here. */
import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import { visitorDays } from '#app/db/schema/events.ts'
import { daysOver, spanOf, type DayGrid, type Span } from '#app/lib/days/counted-days.ts'
import { dayOf, hourMillis, dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { ceilTo } from './split-window.ts'

/**
 * The unit: without consent visitors aren't recognized on another day (UTC, when the salt of their
 * key changes), so a person who comes on two days is two visitors. With consent a person is one
 * visitor per month (UTC). Each counts in the hour of the first visit.
 */
export const visitorUnit = 'day, or once per month with consent'

/** Hours since 1970, in which rows are compared and sorted into days. */
const rowHour = sql`((${visitorDays.day} - date '1970-01-01') * 24 + ${visitorDays.hour})`
const hourOf = (at: Date) => Math.floor(at.getTime() / hourMillis)

/** The place of a row's day among the days. Group by its place in the query. */
export const dayPlace = ({ starts }: DayGrid): SQL<number> =>
  sql<number>`width_bucket(${rowHour}, ${sql.param(starts.map(hourOf))}::int[]) - 1`

/** A site's rows of the whole hours of a time frame. */
export const firstSeenIn = (site: SiteScope, { from, to }: Span) =>
  and(
    inSite(visitorDays, site),
    // Days for the index, hours for the rest.
    gte(visitorDays.day, dayOf(from)),
    lt(visitorDays.day, dayOf(ceilTo(dayMillis, to))),
    sql`${rowHour} >= ${hourOf(from)} and ${rowHour} < ${hourOf(to)}`,
  )

/** All of the site's days that overlap the time frame. */
export const wholeDays = ({ timeZone }: SiteScope, window: Span): Span =>
  spanOf(timeZone, daysOver(timeZone, window))
