/** A shop with activities and nudges of any type, and its payload. */
import { eq } from 'drizzle-orm'
import type { PixelNudge } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { sites } from '#app/db/schema/index.ts'
import { storeNudge } from './nudges.ts'
import { serveEdge } from './pages.ts'
import { storePurchase } from './purchases.ts'
import { createWorld } from './world.ts'

type Fact = Parameters<typeof storePurchase>[2] & {
  /** How long ago, in milliseconds. */
  ago?: number
}

export async function openNudgeShop(options: Partial<SiteOptions> = {}) {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example', options })
  const edge = await serveEdge(world.services)
  const { services, clock } = world

  const payload = () => {
    services.siteCache.invalidate(site.uuid)
    return edge.page(site).payload()
  }
  return {
    world,
    site,
    services,
    payload,
    /** Stores an activity, by default a purchase from a minute ago. */
    store: ({ ago = 60_000, ...fact }: Fact = {}) =>
      storePurchase(services, site, {
        occurredAt: new Date(clock.now().getTime() - ago),
        ...fact,
      }),
    publish: (wanted: Parameters<typeof storeNudge>[2]) => storeNudge(services, site, wanted),
    /** Advances the clock until cached counts have expired. */
    waitForCounts: () => {
      clock.advance(5_000)
    },
    /** The first nudge that pages show. */
    shown: async (): Promise<PixelNudge | undefined> => (await payload()).nudges[0],
    /** Why the nudges aren't shown, in order. */
    reasons: async () => (await payload()).unshown?.map(({ reason }) => reason) ?? [],
    setOptions: (changed: Partial<SiteOptions>) =>
      services.db.system
        .update(sites)
        .set({ options: { holdout: 0, ...changed } })
        .where(eq(sites.id, site.scope.siteId)),
  }
}

export type NudgeShop = Awaited<ReturnType<typeof openNudgeShop>>
