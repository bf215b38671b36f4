/** Turns nudges on and off, orders and archives them. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { nudges } from '#app/db/schema/nudges.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { endExperiments } from '../experiments/experiments.server.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { refuseRestoring } from './nudge-limits.server.ts'

/**
 * Turns published nudges on or off. Skips nudges that were never published.
 *
 * @returns the uuids of those that changed
 */
export const switchNudges = async (
  services: Services,
  site: SiteScope,
  { uuids, isOn }: { uuids: readonly string[]; isOn: boolean },
): Promise<string[]> => {
  const changed = await change(services, site, {
    which: and(
      inArray(nudges.uuid, [...uuids]),
      eq(nudges.state, isOn ? 'paused' : 'published'),
      isNull(nudges.archivedAt),
    ),
    to: { state: isOn ? 'published' : 'paused' },
  })
  return changed.map(({ uuid }) => uuid)
}

/** State of a nudge before it was archived. */
export type ArchivedNudge = { uuid: string; wasOn: boolean; publishAt: Date | null }

/** Archives nudges: removes them from pages and lists, while their claims stay traceable. */
export const archiveNudges = (
  services: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<ArchivedNudge[]> =>
  change(services, site, {
    which: and(inArray(nudges.uuid, [...uuids]), isNull(nudges.archivedAt)),
    to: {
      archivedAt: services.now(),
      publishAt: null,
      state: sql`case ${nudges.state} when 'published' then 'paused' else ${nudges.state} end`,
    },
  })

/**
 * Returns nudges to the list, turned off.
 *
 * @returns the uuids of those that were archived
 * @throws Refusal `conflict` when the site would have too many
 */
export async function unarchiveNudges(
  { db, now, siteCache }: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<string[]> {
  const at = now()
  const which = and(
    inSite(nudges, site),
    inArray(nudges.uuid, [...uuids]),
    isNotNull(nudges.archivedAt),
  )
  return changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    await refuseRestoring(tx, site, await tx.$count(nudges, which))
    const restored = await tx
      .update(nudges)
      .set({ archivedAt: null, updatedAt: at })
      .where(which)
      .returning({ uuid: nudges.uuid })
    return restored.map(({ uuid }) => uuid)
  })
}

type Change = {
  which: SQL | undefined
  to: { state?: SQL | 'published' | 'paused'; archivedAt?: Date; publishAt?: null }
}

async function change(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { which, to }: Change,
): Promise<ArchivedNudge[]> {
  const at = now()
  return changeSite({ db, siteCache }, site, async (tx) => {
    const before = await tx
      .select({
        id: nudges.id,
        uuid: nudges.uuid,
        state: nudges.state,
        publishAt: nudges.publishAt,
      })
      .from(nudges)
      .where(and(inSite(nudges, site), which))
      .orderBy(asc(nudges.id))
      .for('no key update')
    const nudgeIds = before.map(({ id }) => id)
    if (nudgeIds.length === 0) return []
    await tx
      .update(nudges)
      .set({ ...to, updatedAt: at })
      .where(and(inSite(nudges, site), inArray(nudges.id, nudgeIds)))
    // Nudges that were off before have no running experiment.
    await endExperiments(tx, site, { nudgeIds, at })
    return before.map(({ uuid, state, publishAt }) => ({
      uuid,
      wasOn: state === 'published',
      publishAt,
    }))
  })
}

/**
 * Moves a nudge in front of another one of its surface; null: to the end. Pages use this order.
 *
 * @throws Refusal `not_found`
 */
export async function moveNudge(
  { db, siteCache }: Services,
  site: SiteScope,
  { uuid, before }: { uuid: string; before: string | null },
): Promise<void> {
  await changeSite({ db, siteCache }, site, async (tx) => {
    const all = await tx
      .select({ id: nudges.id, uuid: nudges.uuid, position: nudges.position })
      .from(nudges)
      .where(and(inSite(nudges, site), ne(nudges.surface, 'push')))
      .orderBy(asc(nudges.position), asc(nudges.id))
      .for('no key update')
    const moved = all.find((one) => one.uuid === uuid)
    const rest = all.filter((one) => one.uuid !== uuid)
    const place = before === null ? rest.length : rest.findIndex((one) => one.uuid === before)
    if (!moved || place === -1) throw new Refusal('not_found', 'Nudge not found.')

    const ordered = [...rest.slice(0, place), moved, ...rest.slice(place)]
    const wrong = ordered.flatMap((one, index) =>
      one.position === index + 1 ? [] : [{ id: one.id, position: index + 1 }],
    )
    if (wrong.length === 0) return
    const placed = sql`(values ${sql.join(
      wrong.map(({ id, position }) => sql`(${id}::bigint, ${position}::integer)`),
      sql`, `,
    )}) as placed (id, position)`
    await tx.execute(sql`
      update nudges set position = placed.position from ${placed}
      where nudges.id = placed.id and ${inSite(nudges, site)}`)
  })
}
