/** Approval of activities by the owner. */
import { and, eq, inArray, lt, ne } from 'drizzle-orm'
import { activities } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type ApprovalWanted = {
  uuids: readonly string[]
  /** `hidden`: excluded by hand, which no automatic rule overrides. */
  approval: 'approved' | 'quarantined' | 'hidden'
}

/**
 * Result of a bulk change: the changed ones, and those that can't be approved because their sender
 * is unknown.
 */
export type ApprovalChange = { changed: number; unproven: number }

/**
 * Changes many activities. Skips ids that the site doesn't have. Refuses to approve activities from
 * an unknown page, which anyone may have sent.
 */
export async function setApprovals(
  { db, siteCache }: Services,
  site: SiteScope,
  { uuids, approval }: ApprovalWanted,
): Promise<ApprovalChange> {
  if (uuids.length === 0) return { changed: 0, unproven: 0 }
  return changeSite({ db, siteCache }, site, async (tx) => {
    const found = await tx
      .select({ id: activities.id, trust: activities.trust })
      .from(activities)
      .where(and(inSite(activities, site), inArray(activities.uuid, [...uuids])))
      .orderBy(activities.id)
      .for('update')
    const proven = found.filter(({ trust }) => approval !== 'approved' || trust !== 'unknown')
    const unproven = found.length - proven.length
    if (proven.length === 0) return { changed: 0, unproven }

    const ids = proven.map(({ id }) => id)
    const changed = await tx
      .update(activities)
      .set({ approval, exclusionId: null })
      .where(
        and(
          inSite(activities, site),
          inArray(activities.id, ids),
          ne(activities.approval, approval),
        ),
      )
      .returning({ id: activities.id })
    return { changed: changed.length, unproven }
  })
}

/**
 * Approves or hides one activity. Repeating it changes nothing.
 *
 * @throws Refusal `not_found` when the site has no such activity; `conflict` on approving one from
 * an unknown page, which anyone may have sent
 */
export async function setApproval(
  services: Services,
  site: SiteScope,
  { uuid, approval }: { uuid: string; approval: ApprovalWanted['approval'] },
): Promise<void> {
  const known = await services.db.asTeam(site, (tx) =>
    tx
      .select({ id: activities.id })
      .from(activities)
      .where(and(inSite(activities, site), eq(activities.uuid, uuid))),
  )
  if (known.length === 0) throw new Refusal('not_found', 'Activity not found.')

  const { unproven } = await setApprovals(services, site, { uuids: [uuid], approval })
  if (unproven === 0) return
  throw new Refusal(
    'conflict',
    'We can’t verify that this came from your site, so it can’t be approved.',
  )
}

/** Removes activities that needed approval for as long as single events are kept. */
export async function sweepQuarantined({ db, now, config }: Services): Promise<void> {
  const limit = new Date(now().getTime() - config.rawEventDays * dayMillis)
  await db.system
    .delete(activities)
    .where(and(eq(activities.approval, 'quarantined'), lt(activities.receivedAt, limit)))
}
