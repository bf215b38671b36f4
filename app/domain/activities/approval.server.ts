/** Approval of activities by the owner. */
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { activities, exclusions } from '#app/db/schema/activities.ts'
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
export type ApprovalChange = {
  changed: number
  unproven: number
  /** Earlier approvals of the changed ones, for `restoreApprovals`. */
  before: PriorApproval[]
}

/** An activity's approval before the change, and the exclusion that hid it. */
export type PriorApproval = {
  uuid: string
  approval: ApprovalWanted['approval']
  exclusion: string | null
}

/**
 * Changes many activities. Skips ids that the site doesn't have. Refuses to approve activities from
 * an unknown page, which anyone may have sent.
 */
export async function setApprovals(
  { db, siteCache }: Services,
  site: SiteScope,
  { uuids, approval }: ApprovalWanted,
): Promise<ApprovalChange> {
  if (uuids.length === 0) return { changed: 0, unproven: 0, before: [] }
  return changeSite({ db, siteCache }, site, async (tx) => {
    const found = await tx
      .select({
        id: activities.id,
        trust: activities.trust,
        uuid: activities.uuid,
        approval: activities.approval,
        exclusion: exclusions.uuid,
      })
      .from(activities)
      .leftJoin(exclusions, eq(exclusions.id, activities.exclusionId))
      .where(and(inSite(activities, site), inArray(activities.uuid, [...uuids])))
      .orderBy(activities.id)
      .for('no key update', { of: activities })
    const proven = found.filter(({ trust }) => approval !== 'approved' || trust !== 'unknown')
    const unproven = found.length - proven.length
    if (proven.length === 0) return { changed: 0, unproven, before: [] }

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
    const changedIds = new Set(changed.map(({ id }) => id))
    const before = proven
      .filter(({ id }) => changedIds.has(id))
      .map(({ uuid, approval: was, exclusion }) => ({
        uuid,
        approval: was,
        exclusion,
      }))
    return { changed: changed.length, unproven, before }
  })
}

/**
 * Takes a change of `setApprovals` back: what an exclusion had hidden is hidden by it again, if it still
 * exists. Skips ids that the site doesn't have, and never approves an activity from an unknown page.
 * Returns how many were restored.
 */
export async function restoreApprovals(
  { db, siteCache }: Services,
  site: SiteScope,
  before: readonly PriorApproval[],
): Promise<number> {
  return changeSite({ db, siteCache }, site, async (tx) => {
    let restored = 0
    // As many updates as there are different states; nearly always one.
    for (const { approval, exclusion } of distinctStates(before)) {
      const uuids = before
        .filter((one) => one.approval === approval && one.exclusion === exclusion)
        .map(({ uuid }) => uuid)
      const rule = tx
        .select({ id: exclusions.id })
        .from(exclusions)
        .where(and(inSite(exclusions, site), sql`${exclusions.uuid} = ${exclusion}::uuid`))
      const rows = await tx
        .update(activities)
        .set({
          approval,
          exclusionId: exclusion === null ? null : sql`(${rule})`,
        })
        .where(
          and(
            inSite(activities, site),
            inArray(activities.uuid, uuids),
            approval === 'approved' ? ne(activities.trust, 'unknown') : undefined,
          ),
        )
        .returning({ id: activities.id })
      restored += rows.length
    }
    return restored
  })
}

const distinctStates = (before: readonly PriorApproval[]): PriorApproval[] => [
  ...new Map(before.map((one) => [`${one.approval} ${one.exclusion ?? ''}`, one])).values(),
]

/**
 * Approves or hides one activity. Repeating it changes nothing. Returns its state before, for
 * `restoreApprovals`.
 *
 * @throws Refusal `not_found` when the site has no such activity; `conflict` on approving one from
 * an unknown page, which anyone may have sent
 */
export async function setApproval(
  services: Services,
  site: SiteScope,
  { uuid, approval }: { uuid: string; approval: ApprovalWanted['approval'] },
): Promise<PriorApproval[]> {
  const known = await services.db.asTeam(site, (tx) =>
    tx
      .select({ id: activities.id })
      .from(activities)
      .where(and(inSite(activities, site), eq(activities.uuid, uuid))),
  )
  if (known.length === 0) throw new Refusal('not_found', 'Activity not found.')

  const { unproven, before } = await setApprovals(services, site, {
    uuids: [uuid],
    approval,
  })
  if (unproven === 0) return before
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
