/** Counts by day of the rows of a breakdown. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import {
  areUtcDays,
  dayAt,
  daysOver,
  gridOf,
  startOfDay,
  type Span,
} from '#app/lib/days/counted-days.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import {
  addToDays,
  dayPartsOf,
  isCountedByHour,
  readClosedUntil,
  type DayPart,
} from './sums.server.ts'

export type MemberLinesWanted = {
  by: 'nudge' | 'page' | 'device' | 'country' | 'product'
  members: readonly string[]
  type: PixelEventType
  /** Whole days. */
  span: Span
}

/**
 * One number per day for each of the members. Those of products end with the site's last day whose
 * hours are all rolled up. A part of a day would look like a fall.
 */
export async function readMemberLines(
  { db }: Services,
  site: SiteScope,
  { by, members, type, span }: MemberLinesWanted,
): Promise<Record<string, number[]>> {
  if (members.length === 0) return {}
  const closedUntil = await readClosedUntil(db)
  const counted = isCountedByHour(by) ? span : endWithWholeDay(site, span, closedUntil)
  if (counted.from >= counted.to) return Object.fromEntries(members.map((member) => [member, []]))
  const grid = gridOf(site.timeZone, daysOver(site.timeZone, counted))
  const parts = dayPartsOf(
    site,
    { span: grid.span, dimension: by, types: [type], members, isByHour: !areUtcDays(grid) },
    closedUntil,
  )
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ member: string; parts: DayPart[] }>(sql`
      select member, json_agg(json_build_array(seconds, totals)) as parts
      from (${parts}) as part group by 1`),
  )
  const lines = new Map(members.map((member) => [member, grid.days.map(() => 0)]))
  for (const row of rows) addToDays(lines.get(row.member) ?? [], row.parts, grid.placeOf)
  return Object.fromEntries(lines)
}

function endWithWholeDay({ timeZone }: SiteScope, { from, to }: Span, end: Date | null): Span {
  const last = end && startOfDay(timeZone, dayAt(timeZone, end))
  return { from, to: last !== null && last < to ? last : to }
}
