/** Pages of a site that visitors opened lately. */
import { and, desc, eq, gte, sum } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { hourlyPages } from '#app/db/schema/events.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

const seenDays = 30

/** Their paths, the most visited first. */
export const listSeenPages = async (
  tx: Queries,
  site: SiteScope,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> => {
  const since = new Date(now.getTime() - seenDays * dayMillis)
  const rows = await tx
    .select({ page: hourlyPages.page })
    .from(hourlyPages)
    .where(
      and(inSite(hourlyPages, site), eq(hourlyPages.type, 'visit'), gte(hourlyPages.hour, since)),
    )
    .groupBy(hourlyPages.page)
    .orderBy(desc(sum(hourlyPages.total)), hourlyPages.page)
    .limit(limit)
  return rows.map(({ page }) => page)
}
