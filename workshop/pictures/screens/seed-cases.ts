/** Sites and links of which only a few screens matter: a recognized shop in setup, a suspended organization. */
import { eq } from 'drizzle-orm'
import { sites, teams } from '#app/db/schema/index.ts'
import { createExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { Makers, TestSite } from '#tests/support/makers.ts'

/**
 * A site in setup whose home page was recognized. Its nudges are paused, and its pages have been
 * silent for two days. @returns its owner's cookie
 */
export async function storeRecognizedShop(services: Services, makers: Makers): Promise<string> {
  const url = 'https://woo.example'
  const site = await makers.site({ name: 'Woo shop', url })
  await makers.nudge(site)
  const homePage = {
    url,
    readAt: services.now().toISOString(),
    platform: 'woocommerce',
    hasTagManager: false,
    color: '#8a2be2',
    thankYouPaths: ['/thanks'],
    checkoutPaths: [],
  }
  const pausedAt = services.now()
  const pixelSeenAt = new Date(pausedAt.getTime() - 2 * dayMillis)
  await services.db.system
    .update(sites)
    .set({ homePage, pausedAt, pixelSeenAt })
    .where(eq(sites.id, site.scope.siteId))
  return site.owner.cookie
}

/** @returns its owner's cookie */
export async function storeSuspendedTeam(
  services: Services,
  makers: Makers,
  { name, notice }: { name: string; notice: string | null },
): Promise<string> {
  const site = await makers.site({ team: await makers.team({ name }), name: 'Suspended shop' })
  await services.db.system
    .update(teams)
    .set({ suspendedAt: services.now(), suspensionNotice: notice })
    .where(eq(teams.id, site.team.scope.teamId))
  return site.owner.cookie
}

/** @returns the query of the link to an organization's data */
export async function storeExportLink(services: Services, { team, owner }: TestSite) {
  const about = { userId: owner.id, teamId: team.scope.teamId }
  const made = await createExportLink(services, about)
  return made === null ? '' : new URL(made.link).search.slice(1)
}
