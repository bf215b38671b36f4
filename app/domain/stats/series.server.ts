/** Counts by hour or by day. */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import { dailyEvents, hourlyEvents } from '#app/db/schema/events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { ceilTo, floorTo, type Span } from './split-window.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { inDays, inHours, ofHours, ofTypes, readClosedUntil } from './sums.server.ts'

export type SeriesWanted<Type extends PixelEventType> = {
  from: Date
  /** Exclusive. */
  to: Date
  step: 'hour' | 'day'
  types: readonly Type[]
}

export type Series<Type extends PixelEventType> = {
  /** The zone in which steps start, to be shown with the numbers. */
  timeZone: 'UTC'
  /** Start of each step. */
  steps: Date[]
  /** One number per step. */
  totals: Record<Type, number[]>
}

const stepMillis = { hour: hourMillis, day: dayMillis }

/** More than 13 months of hours. */
const mostSteps = 10_000

/**
 * Every step that overlaps the time frame, each as a whole; 0 without counts.
 *
 * @throws RangeError when it would have more than 10,000 steps
 */
export async function readSeries<Type extends PixelEventType>(
  { db }: Services,
  site: SiteScope,
  { from, to, step, types }: SeriesWanted<Type>,
): Promise<Series<Type>> {
  const millis = stepMillis[step]
  const span = { from: floorTo(millis, from), to: ceilTo(millis, to) }
  const length = Math.max(0, (span.to.getTime() - span.from.getTime()) / millis)
  if (length > mostSteps) throw new RangeError(`A series has at most ${String(mostSteps)} steps.`)
  const series: Series<Type> = {
    timeZone: 'UTC',
    steps: Array.from({ length }, (_one, at) => new Date(span.from.getTime() + at * millis)),
    totals: zeros(types, length),
  }

  const closedUntil = await readClosedUntil(db)
  const parts = partsOf({ step, span, types, closedUntil }, site)
  const rows = await db.asTeam(site, async (tx) => {
    const found = await tx.execute<{ type: Type; parts: Part[] }>(sql`
      select type, json_agg(json_build_array(seconds, totals)) as parts
      from (${parts}) as part
      group by type`)
    return found.rows
  })
  for (const { type, parts: ofType } of rows)
    addParts(series.totals[type], ofType, { span, millis })
  return series
}

/**
 * A closed day is always read as a whole, even if the time frame contains only some of its hours.
 */
function addParts(
  totals: number[],
  parts: Part[],
  { span, millis }: { span: Span; millis: number },
) {
  for (const [seconds, hours] of parts) {
    for (const [hour, total] of hours.entries()) {
      const at = Math.floor((seconds * 1000 + hour * hourMillis - span.from.getTime()) / millis)
      const before = totals[at]
      if (before !== undefined) totals[at] = before + total
    }
  }
}

/** Its start in Unix seconds, and its totals or those of each of its hours. */
type Part = [seconds: number, totals: number[]]

const zeros = <Type extends PixelEventType>(types: readonly Type[], length: number) =>
  Object.fromEntries(types.map((type) => [type, Array<number>(length).fill(0)])) as Record<
    Type,
    number[]
  >

type PartsWanted = {
  step: 'hour' | 'day'
  span: Span
  types: readonly PixelEventType[]
  closedUntil: Date | null
}

/** Rows of `type`, `seconds` and `totals`: closed days from daily sums, the rest by hour. */
function partsOf(
  { step, span: { from, to }, types, closedUntil }: PartsWanted,
  site: SiteScope,
): SQL {
  const open = { from: closedUntil && closedUntil > from ? closedUntil : from, to }
  const closed = {
    from: floorTo(dayMillis, from),
    to: new Date(Math.min(ceilTo(dayMillis, to).getTime(), open.from.getTime())),
  }
  return sql`
    select type, (day - date '1970-01-01') * 86400 as seconds,
      ${step === 'hour' ? sql`hours` : sql`array[total]`} as totals
    from daily_events
    where dimension = 'site' and ${inSite(dailyEvents, site)} and ${ofTypes(types)} and ${inDays(closed)}
    union all
    select type, extract(epoch from hour)::bigint, array[sum(total)::bigint]
    from hourly_events
    where ${ofHours(hourlyEvents, site, types)} and ${inHours(open)}
    group by 1, 2`
}
