/**
 * Erases a shopper by email address: all their activities, with the claims about them. Found by
 * fingerprint, because no address is stored.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities, erasures, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { keepErasure, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'

export type ErasedActivities = {
  total: number
  /** Sites whose pages showed any of it. */
  siteUuids: string[]
}

/**
 * On all sites of this installation. Returns the number of erased activities.
 *
 * @param email in any spelling that delivers to the same mailbox
 */
export async function eraseShopper(services: Services, email: string): Promise<number> {
  const { db, secrets, siteCache, now } = services
  const hash = fingerprintOfEmail(secrets, email.trim().toLowerCase())
  const erasure = { kind: 'shopper' as const, hash, at: now() }
  const { total, siteUuids } = await db.longTransaction(async (tx) => {
    await recordErasure(tx, erasure)
    return eraseListedShoppers(tx)
  })

  await keepErasure(services, erasure)
  for (const uuid of siteUuids) siteCache.invalidate(uuid)
  return total
}

/**
 * Erases everyone on the list again. Activities reported after an erasure are new and stay. Claims
 * are deleted with their activity; a trigger updates the counts.
 */
export async function eraseListedShoppers(tx: Queries): Promise<ErasedActivities> {
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
    .returning({ siteId: activities.siteId })
  const siteIds = [...new Set(gone.map(({ siteId }) => siteId))]
  if (siteIds.length === 0) return { total: 0, siteUuids: [] }

  const removedCount = await tx
    .select({ uuid: sites.uuid })
    .from(sites)
    .where(inArray(sites.id, siteIds))
  return { total: gone.length, siteUuids: removedCount.map(({ uuid }) => uuid) }
}
