/** Visitors who reached a goal after they saw a nudge, as the closed days tell them. */
import { sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { ofSite } from './sums.server.ts'

/** Of any nudge, by day (UTC). A day without one, or that is not closed, is absent. */
export async function readViewThrough(
  { db }: Services,
  site: SiteScope,
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.asTeam(site, (tx) =>
    // Day by day: the nudges' own rows stand between them.
    tx.execute<{ day: string; total: string }>(sql`
      select day::text, total from daily_events
      where dimension = 'after' and type = 'goal' and member = '' and ${ofSite(site)}
        and day = any(${sql.param([...days])}::date[])`),
  )
  return new Map(rows.map(({ day, total }) => [day, Number(total)]))
}
