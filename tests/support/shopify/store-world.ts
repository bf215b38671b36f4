/** A world whose Shopify is the demo store: its webhooks reach the product, which asks its Admin API. */
import { webhookTopics } from '#app/clients/shopify/app-settings.ts'
import { sites } from '#app/db/schema/ground.ts'
import type { DemoShop } from '#workshop/store/demo-shop.server.ts'
import type { ShopifyStore } from '#workshop/store/shopify-store.server.ts'
import { findConnectedShop, type ConnectedShop } from '#app/domain/shops/connected-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { shopBackfillJob } from '#app/jobs/shop-backfill.server.ts'
import { createClock } from '../clock.ts'
import type { Served } from '../serve.ts'
import { createWorld, type World } from '../world.ts'
import { appKeys, startTestStore } from './demo-store.ts'
import { keepSystemTime } from './shopify-world.ts'

export type StoreWorld = World & {
  store: ShopifyStore
  /** Has orders of 85 days, six of them within 60. */
  shop: DemoShop
  served: Served
  /** The shop's owner opens the app in the admin. Absent: of `shop`. */
  openApp: (of?: DemoShop) => Promise<void>
  /** @throws Error before the first visit */
  connected: () => Promise<ConnectedShop>
  /** Reads what the shop had before, as far as it is due. */
  backfill: () => Promise<void>
  /** Waits until all webhooks were answered, and processes what is due. */
  process: () => Promise<void>
}

/** @param environment in addition to the variables of every store world */
export async function createStoreWorld(
  environment: Record<string, string> = {},
): Promise<StoreWorld> {
  let { now } = createClock()
  let send: typeof fetch = () => Promise.reject(new Error('The product isn’t served yet.'))
  const { store, shop } = await startTestStore({
    topics: Object.keys(webhookTopics) as (keyof typeof webhookTopics)[],
    clock: () => now(),
    fetch: (...request) => send(...request),
  })
  const world = await createWorld({
    environment: {
      SHOPIFY_API_KEY: appKeys.apiKey,
      SHOPIFY_API_SECRET: appKeys.apiSecret,
      SHOPIFY_DOUBLE_URL: store.url,
      ...environment,
    },
  })
  now = world.clock.now
  keepSystemTime(world)
  await world.queue.start([], world.services)
  const served = await world.serve()
  send = (_url, init) => served.fetch('/hooks/shopify', init)

  return {
    ...world,
    store,
    shop,
    served,
    async openApp(of = shop) {
      // As by the page that asks, which is needed once the app was removed.
      of.install()
      const token = of.createSessionToken()
      await visitShop(world.services, { token, shop: of.state.domain })
      // A tenth of new sites' visitors see no nudges, at random.
      await world.services.db.system.update(sites).set({ options: { holdout: 0 } })
    },
    async connected() {
      const found = await findConnectedShop(world.services, shop.state.domain)
      if (!found) throw new Error('The shop isn’t connected.')
      return found
    },
    backfill: () => shopBackfillJob.run(world.services, {}),
    async process() {
      await shop.webhooks.settle()
      await deliveriesJob.run(world.services, {})
    },
  }
}

/** A customer of the demo store, as its checkout takes them. */
export const buyer = {
  firstName: 'Xenia',
  lastName: 'Quux',
  email: 'xenia@quux.example',
  city: 'Toronto',
  province: 'Ontario',
  provinceCode: 'ON',
  country: 'Canada',
  countryCode: 'CA',
}
