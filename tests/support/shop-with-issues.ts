/** A shop with something wrong, and what home says about it. */
import { eq } from 'drizzle-orm'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { nudges, sites, teams, users } from '#app/db/schema/index.ts'
import { loader } from '#app/routes/home.tsx'
import type { TestSite } from './makers.ts'
import { storeNudge } from './nudges.ts'
import { eventRow, store } from './stored-events.ts'
import { createWorld } from './world.ts'

export type WantedNudge = Partial<Parameters<typeof storeNudge>[2]>

/** What an own message needs to be published. */
export const writtenContent = { title: 'Hello', text: 'We pack by hand.' }

/** Inline nudges need one. */
const placement = { selector: '#tea', where: 'after' } as const

export async function openShopWithIssues(options: Partial<SiteOptions> = {}) {
  const world = await createWorld()
  const site = await world.site({ options })
  const { services, clock } = world
  const db = services.db.system
  const problems = async () => (await loader(world.visit('/', { as: site.owner }))).issues
  return {
    ...{ world, site, clock, services },
    problems,
    sentences: async () => (await problems()).map(({ sentence }) => sentence),
    /** A nudge that needs nothing: on, and told in the owner's own words. */
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
    /** With several sites of an organization the newest is the one that is looked at. */
    lookAt: ({ scope }: TestSite) =>
      db.update(users).set({ currentSiteId: scope.siteId }).where(eq(users.id, site.owner.id)),
    /** So many people come to a page. */
    visits: (count: number) =>
      store(
        services,
        Array.from({ length: count }, () => eventRow(site, { receivedAt: clock.now() })),
      ),
  }
}
