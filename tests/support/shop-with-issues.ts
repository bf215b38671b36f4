/** A shop with issues, and what home shows about them. */
import { eq } from 'drizzle-orm'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { nudges, sites, teams, users } from '#app/db/schema/index.ts'
import { loader } from '#app/routes/home.tsx'
import type { TestSite } from './makers.ts'
import { storeNudge } from './nudges.ts'
import { eventRow, store } from './stored-events.ts'
import { createWorld } from './world.ts'

export type WantedNudge = Partial<Parameters<typeof storeNudge>[2]>

/** Content that a custom message needs for publication. */
export const writtenContent = { title: 'Hello', text: 'We pack by hand.' }

/** Required by inline nudges. */
const placement = { selector: '#tea', where: 'after' } as const

export async function openShopWithIssues(options: Partial<SiteOptions> = {}) {
  const world = await createWorld()
  const site = await world.site({ options })
  const { services, clock } = world
  const db = services.db.system
  const problems = async () => (await loader(world.visit('/', { as: site.owner }))).issues
  return {
    world,
    site,
    clock,
    services,
    problems,
    sentences: async () => (await problems()).map(({ sentence }) => sentence),
    /** A nudge that needs no data: on, with a custom message. */
    nudge: (wanted: WantedNudge = {}) =>
      storeNudge(services, site, { type: 'custom', content: writtenContent, placement, ...wanted }),
    plan: (changed: Partial<typeof teams.$inferInsert>) =>
      db.update(teams).set(changed).where(eq(teams.id, site.scope.teamId)),
    options: (changed: Partial<SiteOptions>) =>
      db
        .update(sites)
        .set({ options: { holdout: 0, ...changed } })
        .where(eq(sites.id, site.scope.siteId)),
    change: (uuid: string, changed: Partial<typeof nudges.$inferInsert>) =>
      db.update(nudges).set(changed).where(eq(nudges.uuid, uuid)),
    /** Makes a site the current one. Otherwise that is the organization's newest site. */
    lookAt: ({ scope }: TestSite) =>
      db.update(users).set({ currentSiteId: scope.siteId }).where(eq(users.id, site.owner.id)),
    /** Visits of this many people. */
    visits: (count: number) =>
      store(
        services,
        Array.from({ length: count }, () => eventRow(site, { receivedAt: clock.now() })),
      ),
  }
}
