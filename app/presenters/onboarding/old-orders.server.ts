import { and, eq, lt } from 'drizzle-orm'
import { queryDefaults } from '#app/contract/nudges.ts'
import { activities } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'

/** Whether the site has orders that are too old for a new nudge: setup would say that it has none. */
export async function hasOldOrders({ db, now }: Services, site: SiteScope): Promise<boolean> {
  const limit = new Date(now().getTime() - queryDefaults.ago * 1000)
  const found = await db.asTeam(site, (tx) =>
    tx
      .select({ id: activities.id })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          eq(activities.kind, 'purchase'),
          eq(activities.approval, 'approved'),
          eq(activities.isShowable, true),
          lt(activities.occurredAt, limit),
        ),
      )
      .limit(1),
  )
  return found.length > 0
}
