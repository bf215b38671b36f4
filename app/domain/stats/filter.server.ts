/** The member that a filter means, and its figures by day. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { goals } from '#app/db/schema/goals.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import { countConversionsByDay } from '#app/domain/goals/count-conversions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { figureEvents, figuresOf, type FigureName, type FilterWord } from './filter.ts'
import { memberName } from './member-names.ts'
import { areUtcDays, gridOf, type DayGrid, type Days } from '#app/lib/days/counted-days.ts'
import { addToDays, dayPartsOf, readClosedUntil, type DayPart } from './sums.server.ts'

export type Filter = FilterWord & {
  /** As the sums call it. */
  member: string
  name: string
}

/** Null when the site has no such nudge or goal. */
export async function findFiltered(
  { db }: Services,
  site: SiteScope,
  { by, key }: FilterWord,
): Promise<Filter | null> {
  if (by !== 'nudge' && by !== 'goal') return { by, key, member: key, name: memberName(by, key) }
  if (!z.uuid().safeParse(key).success) return null
  const table = by === 'nudge' ? nudges : goals
  const [found] = await db.asTeam(site, (tx) =>
    tx
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(and(inSite(table, site), eq(table.uuid, key))),
  )
  return found ? { by, key, member: String(found.id), name: found.name } : null
}

export type FilteredDays = { days: string[]; byDay: Partial<Record<FigureName, number[]>> }

/**
 * The figures of the filter on every day. View-through conversions are 0 on days that aren't
 * closed, as in all statistics.
 */
export async function readFilteredDays(
  services: Services,
  site: SiteScope,
  { filter, days: range }: { filter: Filter; days: Days },
): Promise<FilteredDays> {
  const grid = gridOf(site.timeZone, range)
  const { days } = grid
  const figures = figuresOf[filter.by]
  if (filter.by === 'goal') {
    const goalId = Number(filter.member)
    const counted = await countConversionsByDay(services, site, { ...range, goalId })
    return { days, byDay: { goals: days.map((day) => counted.get(day) ?? 0) } }
  }
  const { by, member } = filter
  const totals = await readTotals(services, site, { by, member, grid })
  const none = days.map(() => 0)
  return {
    days,
    byDay: Object.fromEntries(figures.map((figure) => [figure, totals.get(figure) ?? none])),
  }
}

type Member = { by: 'nudge' | 'page' | 'device' | 'country'; member: string; grid: DayGrid }

/** By figure, one number per day. */
async function readTotals(
  { db }: Services,
  site: SiteScope,
  { by, member, grid }: Member,
): Promise<Map<string, number[]>> {
  const closedUntil = await readClosedUntil(db)
  const events = figuresOf[by].flatMap((figure) => {
    const type = figureEvents[figure]
    return type === undefined ? [] : [{ figure, type }]
  })
  const types = events.map(({ type }) => type)
  const asked = { span: grid.span, members: [member], isByHour: !areUtcDays(grid) }
  const parts = dayPartsOf(site, { ...asked, dimension: by, types }, closedUntil)
  const after = dayPartsOf(site, { ...asked, dimension: 'after', types: ['goal'] }, closedUntil)
  const figureOf = sql.join(
    events.map(({ figure, type }) => sql`when ${type} then ${figure}`),
    sql` `,
  )
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ figure: string; parts: DayPart[] }>(sql`
      select figure, json_agg(json_build_array(seconds, totals)) as parts
      from (
        select case type ${figureOf} end as figure, seconds, totals from (${parts}) as part
        ${by === 'nudge' ? sql`union all select 'after', seconds, totals from (${after}) as after` : sql``}
      ) as figures
      group by figure`),
  )
  return new Map(
    rows.map(({ figure, parts: ofFigure }) => {
      const totals = grid.days.map(() => 0)
      addToDays(totals, ofFigure, grid.placeOf)
      return [figure, totals]
    }),
  )
}
