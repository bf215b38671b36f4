/** The owner's word on what only a page reported. */
import { and, eq, lt } from 'drizzle-orm'
import { activities } from '../../db/schema/index.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'

/**
 * Lets nudges tell an activity, or stops them from telling it. The same word twice changes nothing.
 *
 * @throws Refusal `not_found` when the site has no such activity; `conflict` for the approval of one
 *   whose page nobody can name: anybody may have sent it
 */
export async function setApproval(
  { db, directory }: Services,
  site: SiteScope,
  { uuid, approval }: { uuid: string; approval: 'approved' | 'quarantined' },
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const ofActivity = and(
      eq(activities.teamId, site.teamId),
      eq(activities.siteId, site.siteId),
      eq(activities.uuid, uuid),
    )
    const [found] = await tx
      .select({ trust: activities.trust })
      .from(activities)
      .where(ofActivity)
      .for('update')
    if (!found) throw new Refusal('not_found', 'There is no such activity.')
    if (found.trust === 'unknown' && approval === 'approved') {
      throw new Refusal('conflict', 'Nothing shows that this activity came from your site.')
    }
    await tx.update(activities).set({ approval }).where(ofActivity)
  })
  directory.forget(site.siteUuid)
}

/** Removes what waited for the owner for as long as single events are kept. */
export async function sweepQuarantined({ db, now, config }: Services): Promise<void> {
  const limit = new Date(now().getTime() - config.rawEventDays * 86_400_000)
  await db.system
    .delete(activities)
    .where(and(eq(activities.approval, 'quarantined'), lt(activities.receivedAt, limit)))
}
