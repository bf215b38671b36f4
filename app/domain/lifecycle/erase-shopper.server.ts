/**
 * Erases a shopper by email address: all their activities, with the claims about them. Found by
 * fingerprint, because no address is stored.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { activities } from '#app/db/schema/activities.ts'
import { erasures } from '#app/db/schema/erasures.ts'
import type { Services } from '#app/services.ts'
import { listPerson } from '#app/domain/erasures/erasure-list.server.ts'
import { forgetImages } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { removeSubscriptionsOfOrders } from '#app/domain/push/subscribers.server.ts'
import { dropKeptBodies } from './drop-kept-bodies.server.ts'

/**
 * On all sites of this installation. Returns the number of erased activities.
 *
 * @param email in any spelling that delivers to the same mailbox
 */
export async function eraseShopper(services: Services, email: string): Promise<number> {
  const { db, security } = services
  const hash = fingerprintOfEmail(security.secrets, email.trim().toLowerCase())
  // If the process dies in between, the daily `applyErasures` goes on.
  await listPerson(services, hash)
  return db.longTransaction((tx) => eraseListedShoppers(tx, services))
}

/**
 * Erases the activities of all listed shoppers again, except those reported after the erasure.
 * Their claims are deleted with them, and a trigger resets cached counts. Returns the number of
 * erased activities.
 */
export async function eraseListedShoppers(
  tx: Transaction,
  { siteCache, now }: Services,
): Promise<number> {
  const listed = tx
    .select({ one: sql`1` })
    .from(erasures)
    .where(
      sql`${erasures.kind} = 'shopper'
        and encode(${erasures.subjectHash}, 'hex') = ${activities.emailHash}
        and ${erasures.erasedAt} >= ${activities.receivedAt}`,
    )
  const gone = await tx
    .delete(activities)
    .where(sql`exists (${listed})`)
    .returning({
      siteId: activities.siteId,
      productImage: activities.productImage,
      externalId: activities.externalId,
      orderNumber: activities.orderNumber,
    })
  const siteIds = [...new Set(gone.map(({ siteId }) => siteId))]
  if (siteIds.length === 0) return 0
  await dropKeptBodies(tx, siteIds)
  await forgetImages(tx, gone)
  const orders = gone.flatMap(({ siteId, externalId, orderNumber }) =>
    [externalId, orderNumber ?? externalId].map((order) => ({ siteId, order })),
  )
  await removeSubscriptionsOfOrders(tx, orders, now())

  const changed = await tx
    .select({ uuid: sites.uuid })
    .from(sites)
    .where(inArray(sites.id, siteIds))
  for (const { uuid } of changed) siteCache.invalidateOnCommit(tx, uuid)
  return gone.length
}
