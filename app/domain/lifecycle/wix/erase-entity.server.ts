/** An order or a member that Wix has made anonymous is erased here as well, and doesn't come back. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { dropWaitingDeliveries } from '#app/domain/deliveries/erase-deliveries.server.ts'
import { activityHash } from '#app/domain/erasures/erased-activities.server.ts'
import { recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { missingPayments, soldColumns } from '../list-sold.server.ts'

type Erasing = {
  instanceId: string
  /** The account of Wix' ids. */
  account: string
  kind: 'purchase' | 'signup'
  /** Wix' ID of the order or the member. */
  externalId: string
  /** The delivery that asks for it. */
  deliveryRow: number
}

/** With the claims about it, its payment, and what waits to be processed. Repeatable. */
export async function eraseWixEntity(
  services: Services,
  site: SiteScope,
  { instanceId, account, kind, externalId, deliveryRow }: Erasing,
): Promise<void> {
  const { db, siteCache, security, now } = services
  const { secrets } = security
  await db.longTransaction(async (tx) => {
    await dropWaitingDeliveries(tx, services, {
      provider: 'wix',
      account: instanceId,
      keeps: ({ rowId, body }) => rowId === deliveryRow || !body.includes(externalId),
    })
    await lockSales(tx, site)
    const isNamed = and(
      inSite(activities, site),
      eq(activities.account, account),
      eq(activities.kind, kind),
      eq(activities.externalId, externalId),
    )
    const order = tx.select({ id: activities.id }).from(activities).where(isNamed)
    const gone = await tx
      .delete(activities)
      .where(or(isNamed, inArray(activities.sameSaleAs, order)))
      .returning({ ...soldColumns, externalId: activities.externalId })
    const hashes = new Set([
      ...[...gone, { kind, externalId, account }].map((key) =>
        activityHash(secrets, site.siteUuid, key),
      ),
      ...missingPayments(secrets, site.siteUuid, gone),
    ])
    for (const hash of hashes) {
      await recordErasure(tx, services, { kind: 'activity', hash, at: now() })
    }
    siteCache.invalidateOnCommit(tx, site.siteUuid)
  })
}
