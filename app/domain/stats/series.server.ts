/** Counts of the whole site by hour or by day. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import {
  areUtcDays,
  daysOver,
  gridOf,
  type DayGrid,
  type Span,
} from '#app/lib/days/counted-days.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { wholeHours } from './split-window.ts'
import { addToDays, dayPartsOf, readClosedUntil, type DayPart } from './sums.server.ts'

export type SeriesWanted<Type extends PixelEventType> = {
  from: Date
  /** Exclusive. */
  to: Date
  step: 'hour' | 'day'
  types: readonly Type[]
}

export type Series<Type extends PixelEventType> = {
  /** Start of each step: an hour (UTC), or a day in the site's time zone. */
  steps: Date[]
  /** One number per step. */
  totals: Record<Type, number[]>
}

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
  const isEmpty = from >= to
  const { starts, span, placeOf, isByHour } =
    step === 'hour' ? hoursOver({ from, to }) : daysAsSteps(site, { from, to })
  const series: Series<Type> = {
    steps: isEmpty ? [] : starts,
    totals: zeros(types, isEmpty ? 0 : starts.length),
  }
  if (isEmpty) return series

  const closedUntil = await readClosedUntil(db)
  const parts = dayPartsOf(site, { dimension: 'site', types, span, isByHour }, closedUntil)
  const rows = await db.asTeam(site, async (tx) => {
    const found = await tx.execute<{ type: Type; parts: DayPart[] }>(sql`
      select type, json_agg(json_build_array(seconds, totals)) as parts
      from (${parts}) as part
      group by type`)
    return found.rows
  })
  for (const row of rows) addToDays(series.totals[row.type], row.parts, placeOf)
  return series
}

type Steps = Pick<DayGrid, 'starts' | 'span' | 'placeOf'> & { isByHour: boolean }

function daysAsSteps(site: SiteScope, span: Span): Steps {
  const grid = gridOf(site.timeZone, daysOver(site.timeZone, span))
  assertFew(grid.days.length)
  return { ...grid, isByHour: !areUtcDays(grid) }
}

function hoursOver(window: Span): Steps {
  const span = wholeHours(window)
  const length = Math.max(0, (span.to.getTime() - span.from.getTime()) / hourMillis)
  assertFew(length)
  const placeOf = (at: number) => {
    const place = (at - span.from.getTime()) / hourMillis
    return place >= 0 && place < length ? place : undefined
  }
  const starts = Array.from(
    { length },
    (_one, at) => new Date(span.from.getTime() + at * hourMillis),
  )
  return { starts, span, placeOf, isByHour: true }
}

function assertFew(steps: number): void {
  if (steps > mostSteps) throw new RangeError(`A series has at most ${String(mostSteps)} steps.`)
}

const zeros = <Type extends PixelEventType>(types: readonly Type[], length: number) =>
  Object.fromEntries(types.map((type) => [type, Array<number>(length).fill(0)])) as Record<
    Type,
    number[]
  >
