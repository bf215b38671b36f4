/** The nudges of a site. */
import { and, asc, eq, isNull, max } from 'drizzle-orm'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { nudgeDefinitions } from './types/registry.ts'
import { refuseTypeBeyondPlan } from './editing/load-nudge.server.ts'
import { makeRoom, maxNudges } from './editing/nudge-limits.server.ts'

export type Nudge = {
  id: number
  uuid: string
  name: string
  surface: 'popup' | 'inline' | 'push'
  type: string
  state: 'draft' | 'published' | 'paused'
  position: number
}

const columns = {
  id: nudges.id,
  uuid: nudges.uuid,
  name: nudges.name,
  surface: nudges.surface,
  type: nudges.type,
  state: nudges.state,
  position: nudges.position,
}

export type NamedNudge = Pick<Nudge, 'uuid' | 'name' | 'surface' | 'state'>

/** All that lists show, in display order, to be found by name. */
export const listNudgeNames = ({ db }: Services, site: SiteScope): Promise<NamedNudge[]> =>
  db.asTeam(site, (tx) =>
    tx
      .select({
        uuid: nudges.uuid,
        name: nudges.name,
        surface: nudges.surface,
        state: nudges.state,
      })
      .from(nudges)
      .where(and(inSite(nudges, site), isNull(nudges.archivedAt)))
      .orderBy(asc(nudges.position), asc(nudges.id))
      .limit(maxNudges),
  )

/**
 * Publishes the site's purchase nudge, and creates it if necessary. Can be repeated.
 *
 * @throws Refusal `conflict` when the site has too many nudges; `invalid` when the plan doesn't
 * include the type
 */
export const publishPurchaseNudge = (services: Services, site: SiteScope): Promise<Nudge> =>
  ensurePurchaseNudge(services, site, 'published')

/**
 * The site's purchase nudge; created as a draft if necessary.
 *
 * @throws Refusal `conflict` when the site has too many nudges; `invalid` when the plan doesn't
 * include the type
 */
export const draftPurchaseNudge = (services: Services, site: SiteScope): Promise<Nudge> =>
  ensurePurchaseNudge(services, site, 'draft')

/** @param state of a new nudge; an existing one is published or stays unchanged */
async function ensurePurchaseNudge(
  { db, siteCache, now }: Services,
  site: SiteScope,
  state: 'draft' | 'published',
): Promise<Nudge> {
  const at = now()
  return changeSite({ db, siteCache }, site, async (tx) => {
    // Locked, so that a concurrent request finds the first one's nudge, too.
    await lockSite(tx, site)

    const [existing] = await tx
      .select(columns)
      .from(nudges)
      .where(
        and(
          inSite(nudges, site),
          eq(nudges.type, 'purchase'),
          eq(nudges.surface, 'popup'),
          isNull(nudges.archivedAt),
        ),
      )
      .orderBy(asc(nudges.id))
      .limit(1)
    if (existing && (state === 'draft' || existing.state === state)) return existing
    await refuseTypeBeyondPlan(tx, site, { type: 'purchase', surface: 'popup' })
    if (existing) {
      await tx
        .update(nudges)
        .set({ state, updatedAt: at })
        .where(and(inSite(nudges, site), eq(nudges.id, existing.id)))
      return { ...existing, state }
    }

    await makeRoom(tx, site)
    const [last] = await tx
      .select({ position: max(nudges.position) })
      .from(nudges)
      .where(inSite(nudges, site))
    const [made] = await tx
      .insert(nudges)
      .values({
        teamId: site.teamId,
        siteId: site.siteId,
        surface: 'popup',
        type: 'purchase',
        name: nudgeDefinitions.purchase.labels.name,
        state,
        position: (last?.position ?? 0) + 1,
        createdAt: at,
        updatedAt: at,
      })
      .returning(columns)
    if (!made) throw new Error('The nudge was not stored.')
    return made
  })
}
