/** What happened hour by hour or day by day. */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { ceilTo, floorTo, type Span } from './split-window.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { inDays, inHours, ofHours, ofSite, ofTypes, readClosedUntil } from './sums.server.ts'

export type SeriesWanted<Type extends PixelEventType> = {
  from: Date
  /** Not counted itself. */
  to: Date
  step: 'hour' | 'day'
  types: readonly Type[]
}

export type Series<Type extends PixelEventType> = {
  /** Where steps begin, to be said beside the figures. */
  timeZone: 'UTC'
  /** When each step begins. */
  steps: Date[]
  /** As many numbers as there are steps. */
  totals: Record<Type, number[]>
}

const stepMillis = { hour: hourMillis, day: dayMillis }

/** More than 13 months of hours. */
const mostSteps = 10_000

/**
 * Every step that the window touches, each as a whole; 0 where nothing happened.
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

/** A closed day is read as a whole, also when the window has only some of its hours. */
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

/** The second since 1970 when it begins, and the totals of it or of each of its hours. */
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

/** Rows of `type`, `seconds` and `totals`: closed days from their sums, the rest hour by hour. */
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
    where dimension = 'site' and ${ofSite(site)} and ${ofTypes(types)} and ${inDays(closed)}
    union all
    select type, extract(epoch from hour)::bigint, array[sum(total)::bigint]
    from hourly_events
    where ${ofHours(site, types)} and ${inHours(open)}
    group by 1, 2`
}
