/** Turns nudges on and off, orders and archives them. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { nudges } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { endExperiments } from '../experiments/experiments.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { lockNudgeCount, refuseRestoring } from './nudge-limits.server.ts'

/**
 * Turns published nudges on or off. Skips nudges that were never published.
 *
 * @returns how many changed
 */
export const switchNudges = (
  services: Services,
  site: SiteScope,
  { uuids, isOn }: { uuids: readonly string[]; isOn: boolean },
): Promise<number> =>
  change(services, site, {
    which: and(
      inArray(nudges.uuid, [...uuids]),
      eq(nudges.state, isOn ? 'paused' : 'published'),
      isNull(nudges.archivedAt),
    ),
    to: { state: isOn ? 'published' : 'paused' },
  })

/** Archives nudges: removes them from pages and lists, while their claims stay traceable. */
export const archiveNudges = (
  services: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<number> =>
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
 * @throws Refusal `conflict` when the site would have too many
 */
export async function unarchiveNudges(
  { db, now, siteCache }: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<number> {
  const at = now()
  const which = and(
    inSite(nudges, site),
    inArray(nudges.uuid, [...uuids]),
    isNotNull(nudges.archivedAt),
  )
  return changeSite({ db, siteCache }, site, async (tx) => {
    await lockNudgeCount(tx, site)
    await refuseRestoring(tx, site, await tx.$count(nudges, which))
    const restored = await tx
      .update(nudges)
      .set({ archivedAt: null, updatedAt: at })
      .where(which)
      .returning({ id: nudges.id })
    return restored.length
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
): Promise<number> {
  const at = now()
  const changed = await changeSite({ db, siteCache }, site, async (tx) => {
    const rows = await tx
      .update(nudges)
      .set({ ...to, updatedAt: at })
      .where(and(inSite(nudges, site), which))
      .returning({ id: nudges.id })
    // Nudges that were off before have no running experiment.
    await endExperiments(tx, site, { nudgeIds: rows.map(({ id }) => id), at })
    return rows
  })
  return changed.length
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
      .for('update')
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
