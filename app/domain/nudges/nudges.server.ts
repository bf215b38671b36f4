/** The nudges of a site. */
import { and, asc, eq, max } from 'drizzle-orm'
import { nudges, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

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

/** In display order. */
export async function listNudges({ db }: Services, site: SiteScope): Promise<Nudge[]> {
  return db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(nudges)
      .where(inSite(nudges, site))
      .orderBy(asc(nudges.position), asc(nudges.id)),
  )
}

/** Publishes the site's purchase nudge, and creates it if necessary. Can be repeated. */
export const publishPurchaseNudge = (services: Services, site: SiteScope): Promise<Nudge> =>
  ensurePurchaseNudge(services, site, 'published')

/** The site's purchase nudge; created as a draft if necessary. */
export const draftPurchaseNudge = (services: Services, site: SiteScope): Promise<Nudge> =>
  ensurePurchaseNudge(services, site, 'draft')

/** @param state of a new nudge; an existing one is published or left alone */
async function ensurePurchaseNudge(
  { db, siteCache, now }: Services,
  site: SiteScope,
  state: 'draft' | 'published',
): Promise<Nudge> {
  const at = now()
  return changeSite({ db, siteCache }, site, async (tx) => {
    // Locked, so that a concurrent request finds the first one's nudge.
    await tx.select({ id: sites.id }).from(sites).where(inSite(sites, site)).for('no key update')

    const [existing] = await tx
      .select(columns)
      .from(nudges)
      .where(and(inSite(nudges, site), eq(nudges.type, 'purchase'), eq(nudges.surface, 'popup')))
      .orderBy(asc(nudges.id))
      .limit(1)
    if (existing && (state === 'draft' || existing.state === state)) return existing
    if (existing) {
      await tx
        .update(nudges)
        .set({ state, updatedAt: at })
        .where(and(inSite(nudges, site), eq(nudges.id, existing.id)))
      return { ...existing, state }
    }

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
        name: 'Recent purchases',
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
