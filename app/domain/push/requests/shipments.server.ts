/** Shipments that a shop's server reports. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { pushSends, pushShipments, pushWatches } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { findAutomation } from '../automation-row.server.ts'
import { wakePush } from '../jobs.ts'

/**
 * The shop reports that an order has shipped: subscribers who asked about it hear of it, and so do those who
 * ask later. One whose message failed hears of it when the same shipment is reported again. The time of review
 * requests about the order begins with the first report.
 *
 * @param order as the subscribers named it
 * @returns how many of them have no message about it yet
 */
export async function reportShipment(
  services: Services,
  site: SiteScope,
  order: string,
): Promise<number> {
  const at = services.now()
  return services.db.asTeam(site, async (tx) => {
    const { teamId, siteId } = site
    const [shipment] = await tx
      .insert(pushShipments)
      .values({ siteId, teamId, order, reportedAt: at })
      .onConflictDoUpdate({
        target: [pushShipments.siteId, pushShipments.order],
        set: { reportedAt: pushShipments.reportedAt },
      })
      .returning({ at: pushShipments.reportedAt })
    const shippedAt = shipment?.at ?? at
    const [shipped, review] = [
      await findAutomation(tx, site, 'order_shipped'),
      await findAutomation(tx, site, 'review_request'),
    ]
    const ofOrder = and(inSite(pushWatches, site), eq(pushWatches.subject, order))
    const isUnanswered = sql`not exists (select from ${pushSends}
      where ${pushSends.watchId} = ${pushWatches.id})`
    await tx
      .update(pushWatches)
      .set({ dueAt: new Date(shippedAt.getTime() + review.waitHours * hourMillis) })
      .where(and(ofOrder, eq(pushWatches.kind, 'review_request'), isUnanswered))
    if (!shipped.isOn) return 0
    const asked = and(ofOrder, eq(pushWatches.kind, 'order_shipped'))
    const failed = await tx
      .delete(pushSends)
      .where(
        and(
          inSite(pushSends, site),
          inArray(
            pushSends.watchId,
            tx.select({ id: pushWatches.id }).from(pushWatches).where(asked),
          ),
          inArray(pushSends.state, ['failed', 'skipped']),
        ),
      )
      .returning({ watchId: pushSends.watchId })
    const again = failed.flatMap(({ watchId }) => watchId ?? [])
    const due = await tx
      .update(pushWatches)
      .set({ dueAt: at })
      .where(
        and(asked, isUnanswered, or(isNull(pushWatches.dueAt), inArray(pushWatches.id, again))),
      )
      .returning({ id: pushWatches.id })
    if (due.length > 0) wakePush(services, tx)
    return due.length
  })
}
