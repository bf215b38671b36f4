/** Deletes one activity that the merchant doesn't want to keep. */
import { and, eq } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import { activityHash, namedActivityHash } from '#app/domain/erasures/erased-activities.server.ts'
import { recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/**
 * With the claims about it; what was counted stays. A connected shop sends its orders again on
 * occasion, so theirs are listed and not stored again. All other sources send one again on purpose.
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
    const [gone] = await tx
      .delete(activities)
      .where(and(inSite(activities, site), eq(activities.uuid, uuid)))
      .returning({
        kind: activities.kind,
        externalId: activities.externalId,
        account: activities.account,
        source: activities.source,
        isNamed: activities.isNamedByCaller,
      })
    if (!gone) throw new Refusal('not_found', 'Activity not found.')
    if (gone.source !== 'integration') return
    const hashes = [activityHash, ...(gone.isNamed ? [namedActivityHash] : [])]
    for (const hashOf of hashes) {
      const hash = hashOf(security.secrets, site.siteUuid, gone)
      await recordErasure(tx, services, { kind: 'activity', hash, at: now() })
    }
  })
}
