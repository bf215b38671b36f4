/** Pauses all nudges of a site, and resumes them: by a person, or when the chosen time is over. */
import { and, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { forEachDueSite } from '#app/domain/find-scope.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { isPausedAt } from '#app/domain/is-paused-at.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { recordAct, recordProductAct, type Actor } from '#app/domain/teams/audit.server.ts'
import type { Services } from '#app/services.ts'
import { endOfPause, type PauseLength } from './pause.ts'

/** In a query on `sites`: no pause without an end. A platform that removes the app pauses these. */
export const canBePausedWithoutEnd = (): SQL | undefined =>
  or(isNull(sites.pausedAt), isNotNull(sites.pausedUntil))

/**
 * The kill switch: the site's pages show nothing. A second press changes when they resume, and keeps since when
 * they are paused.
 *
 * @param pause.until null: until someone resumes
 * @param pause.actor null: the audit log gets no entry
 */
export async function pauseSite(
  { db, siteCache, now }: Services,
  site: SiteScope,
  { until, actor }: { until: Date | null; actor: Actor | null },
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    const [paused] = await tx
      .update(sites)
      .set({
        pausedAt: sql`case when ${isPausedAt(at)} then ${sites.pausedAt}
          else ${at.toISOString()}::timestamptz end`,
        pausedUntil: until,
        updatedAt: at,
      })
      .where(inSite(sites, site))
      .returning({ name: sites.name })
    if (!paused || actor === null) return
    const details = { name: paused.name, until: until === null ? null : until.toISOString() }
    await recordAct(tx, { teamId: site.teamId, actor, at }, { act: 'site.paused', details })
  })
}

/** For the forms of screens: pauses for the chosen time. @param change.length null: resumes */
export const changePause = (
  services: Services,
  site: SiteScope,
  { actor, length }: { actor: Actor; length: PauseLength | null },
): Promise<void> =>
  length === null
    ? resumeSite(services, site, actor)
    : pauseSite(services, site, {
        until: endOfPause(length, { timeZone: site.timeZone, at: services.now() }),
        actor,
      })

/** Does nothing on a site that isn't paused. @param actor as in `pauseSite` */
export async function resumeSite(
  { db, siteCache, now }: Services,
  site: SiteScope,
  actor: Actor | null,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    const name = await clearPause(tx, site, { at, which: isNotNull(sites.pausedAt) })
    if (name === null || actor === null) return
    const act = { act: 'site.resumed', details: { name } } as const
    await recordAct(tx, { teamId: site.teamId, actor, at }, act)
  })
}

/**
 * Clears pauses whose time is over, and adds their end to the audit log. Pages don't wait for it: each reader of a
 * pause compares its end with the clock.
 *
 * @returns how many were due
 */
export async function endDuePauses({ db, siteCache, now }: Services): Promise<number> {
  const at = now()
  const isDue = and(isNotNull(sites.pausedUntil), lte(sites.pausedUntil, at))
  const due = await db.system
    .select({ siteId: sites.id, until: sites.pausedUntil })
    .from(sites)
    .where(isDue)
  await forEachDueSite(db.system, due, (site, { until }) =>
    changeSite({ db, siteCache }, site, async (tx) => {
      // A person may have resumed, or chosen a later end, in between.
      const name = await clearPause(tx, site, { at, which: isDue })
      if (name === null) return
      const act = { act: 'site.pause_ended', details: { name } } as const
      await recordProductAct(tx, { teamId: site.teamId, at: until ?? at }, act)
    }),
  )
  return due.length
}

/** @returns the site's name; null when no row matched */
async function clearPause(
  tx: Transaction,
  site: SiteScope,
  { at, which }: { at: Date; which: SQL | undefined },
): Promise<string | null> {
  const [cleared] = await tx
    .update(sites)
    .set({ pausedAt: null, pausedUntil: null, updatedAt: at })
    .where(and(inSite(sites, site), which))
    .returning({ name: sites.name })
  return cleared?.name ?? null
}
