/** Delivery of a site's push messages: totals, and what was refused by which service and why. */
import { and, count, desc, gte, isNotNull, max } from 'drizzle-orm'
import { pushSends, type SendReason } from '#app/db/schema/push.ts'
import { nameOfService } from '#app/domain/push/push-services.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { dayAt, startOfDay } from '#app/lib/days/counted-days.ts'
import type { Services } from '#app/services.ts'
import { sumByDays, type PushTotals } from './campaigns.server.ts'
import { deliveryDays } from './delivery-words.ts'

export type UnsentGroup = {
  service: string
  reason: SendReason
  messages: number
  lastAt: Date
}

/** The last days (UTC), today included. */
export async function readDelivery(
  services: Services,
  site: SiteScope,
): Promise<{ totals: PushTotals; unsent: UnsentGroup[] }> {
  const range = lastDays(dayAt('UTC', services.now()), deliveryDays)
  const [totals, rows] = await Promise.all([
    sumByDays(services, site, range),
    services.db.asTeam(site, (tx) =>
      tx
        .select({
          service: pushSends.service,
          reason: pushSends.reason,
          messages: count(),
          lastAt: max(pushSends.dueAt),
        })
        .from(pushSends)
        .where(
          and(
            inSite(pushSends, site),
            isNotNull(pushSends.reason),
            gte(pushSends.createdAt, startOfDay('UTC', range.from)),
          ),
        )
        .groupBy(pushSends.service, pushSends.reason)
        .orderBy(desc(count())),
    ),
  ])
  return {
    totals,
    unsent: rows.flatMap(({ service, reason, messages, lastAt }) =>
      reason === null || lastAt === null
        ? []
        : [{ service: nameOfService(service), reason, messages, lastAt }],
    ),
  }
}
