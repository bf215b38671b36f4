/** Deletes one activity that the merchant doesn't want to keep. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import { forgetImages } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { activityHash, namedActivityHash } from '#app/domain/erasures/erased-activities.server.ts'
import { recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { missingPayments, soldColumns } from './list-sold.server.ts'

/**
 * With the claims about it, and with the payment of an order, which is the same sale, also if it arrives
 * later; what was counted stays. A connected service sends its activities again on occasion, so theirs are listed and not stored
 * again. All other sources send one again on purpose.
 *
 * @throws Refusal `not_found` when the site has no such activity
 */
export async function deleteActivity(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  const { db, siteCache, now, security } = services
  // The list of erasures belongs to no team.
  await db.longTransaction(async (tx) => {
    siteCache.invalidateOnCommit(tx, site.siteUuid)
    await lockSales(tx, site)
    const isNamed = and(inSite(activities, site), eq(activities.uuid, uuid))
    const order = tx.select({ id: activities.id }).from(activities).where(isNamed)
    const gone = await tx
      .delete(activities)
      .where(or(isNamed, inArray(activities.sameSaleAs, order)))
      .returning({
        ...soldColumns,
        siteId: activities.siteId,
        productImage: activities.productImage,
        externalId: activities.externalId,
        source: activities.source,
        orderNumber: activities.orderNumber,
        isNamed: activities.isNamedByCaller,
        isNumbered: activities.isNumberedByCaller,
      })
    if (gone.length === 0) throw new Refusal('not_found', 'Activity not found.')
    await forgetImages(tx, gone)
    for (const hash of missingPayments(security.secrets, site.siteUuid, gone)) {
      await recordErasure(tx, services, { kind: 'activity', hash, at: now() })
    }
    for (const one of gone) {
      if (one.source !== 'integration') continue
      const names = [
        ...(one.isNamed ? [one.externalId] : []),
        ...(one.isNumbered && one.orderNumber !== null ? [one.orderNumber] : []),
      ]
      const hashes = [
        activityHash(security.secrets, site.siteUuid, one),
        ...names.map((externalId) =>
          namedActivityHash(security.secrets, site.siteUuid, { ...one, externalId }),
        ),
      ]
      for (const hash of hashes) {
        await recordErasure(tx, services, { kind: 'activity', hash, at: now() })
      }
    }
  })
}
