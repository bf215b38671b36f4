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
import { daysOver } from './range.ts'
import type { Span } from './split-window.ts'
import { memberDaysOf, readClosedUntil } from './sums.server.ts'
import { namesOf } from './visitors.server.ts'

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
 *
 * @param span whole days (UTC)
 */
export async function readFilteredDays(
  services: Services,
  site: SiteScope,
  { filter, span }: { filter: Filter; span: Span },
): Promise<FilteredDays> {
  const days = namesOf(span)
  const figures = figuresOf[filter.by]
  const totals =
    filter.by === 'goal'
      ? new Map([
          ['goals', await countGoal(services, site, { goalId: Number(filter.member), span })],
        ])
      : await readTotals(services, site, { by: filter.by, member: filter.member, span })
  return {
    days,
    byDay: Object.fromEntries(
      figures.map((figure) => [figure, days.map((day) => totals.get(figure)?.get(day) ?? 0)]),
    ),
  }
}

const countGoal = (
  services: Services,
  site: SiteScope,
  { goalId, span }: { goalId: number; span: Span },
) => countConversionsByDay(services, site, { ...daysOver(span), goalId })

type Member = { by: 'nudge' | 'page' | 'device' | 'country'; member: string; span: Span }

/** By figure and day. */
async function readTotals(
  { db }: Services,
  site: SiteScope,
  { by, member, span }: Member,
): Promise<Map<string, Map<string, number>>> {
  const closedUntil = await readClosedUntil(db)
  const events = figuresOf[by].flatMap((figure) => {
    const type = figureEvents[figure]
    return type === undefined ? [] : [{ figure, type }]
  })
  const types = events.map(({ type }) => type)
  const parts = memberDaysOf(site, { span, dimension: by, types, members: [member] }, closedUntil)
  const after = memberDaysOf(
    site,
    { span, dimension: 'after', types: ['goal'], members: [member] },
    closedUntil,
  )
  const figureOf = sql.join(
    events.map(({ figure, type }) => sql`when ${type} then ${figure}`),
    sql` `,
  )
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ figure: string; day: string; total: string }>(sql`
      select case type ${figureOf} end as figure, day::text as day, sum(total) as total
      from (${parts}) as part group by type, day
      ${by === 'nudge' ? sql`union all select 'after', day::text, total from (${after}) as after` : sql``}`),
  )
  const totals = new Map<string, Map<string, number>>()
  for (const { figure, day, total } of rows) {
    const ofFigure = totals.get(figure) ?? new Map<string, number>()
    totals.set(figure, ofFigure.set(day, Number(total)))
  }
  return totals
}
