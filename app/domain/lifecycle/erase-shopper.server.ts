/**
 * Takes a shopper away, who is known by an email address: each activity of the person goes with what was
 * said of it. No address is stored, so it is found by its fingerprint.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities, erasures, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { keepErasure, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'

export type ErasedActivities = {
  total: number
  /** Whose pages told some of it. */
  siteUuids: string[]
}

/**
 * On every site of this product. Returns how many activities went.
 *
 * @param email in any spelling that mails would arrive at
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
 * Everybody on the list of erasures. What a shop reported after that is a new fact, and none of what was
 * to be erased. Claims go with their activity; what was counted forgets it by a trigger.
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
