/** Visitors who reached a goal after they saw a nudge, from closed days. */
import { sql } from 'drizzle-orm'
import { dailyEvents } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** For any nudge, by day (UTC). Omits days without one, and days that aren't closed. */
export async function readViewThrough(
  { db }: Services,
  site: SiteScope,
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.asTeam(site, (tx) =>
    // One day at a time, because the single nudges' rows are stored in between.
    tx.execute<{ day: string; total: string }>(sql`
      select day::text, total from daily_events
      where dimension = 'after' and type = 'goal' and member = '' and ${inSite(dailyEvents, site)}
        and day = any(${sql.param([...days])}::date[])`),
  )
  return new Map(rows.map(({ day, total }) => [day, Number(total)]))
}
