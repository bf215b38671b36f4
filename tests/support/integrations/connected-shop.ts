/** A site that is connected with a WooCommerce shop of a double, in a product that is served. */
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { activities, connections, deliveries, products } from '#app/db/schema/index.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { connectionDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import { connectionsJob, sendLossEmail } from '#app/jobs/connections.server.ts'
import { startWooServer, type WooServer } from '#workshop/doubles/shops/woo-server.ts'
import { createClock } from '../clock.ts'
import type { Served } from '../serve.ts'
import type { TestSite, TestUser } from '../makers.ts'
import { createWorld, type World } from '../world.ts'

export type ConnectionWorld = Omit<World, 'site'> & {
  woo: WooServer
  served: Served
  site: TestSite
  /**
   * With the right keys, or with these settings. Returns the connection's uuid.
   *
   * @param by who connects it
   */
  connect: (settings?: Record<string, string>, by?: TestUser) => Promise<string>
  /** Processes all deliveries that are due. */
  process: () => Promise<void>
  /** Asks for everything that is due. */
  pull: () => Promise<void>
  stored: {
    connection: (uuid: string) => Promise<typeof connections.$inferSelect | undefined>
    deliveries: () => Promise<(typeof deliveries.$inferSelect)[]>
    activities: () => Promise<(typeof activities.$inferSelect)[]>
    products: () => Promise<(typeof products.$inferSelect)[]>
  }
}

export const wordpress = () => {
  const found = findIntegration('wordpress')
  if (!found) throw new Error('WooCommerce is not in the registry.')
  return found
}

/** @param origins doubles of further services, by the services' origins */
export async function createConnectionWorld(
  origins: Readonly<Record<string, string>> = {},
): Promise<ConnectionWorld> {
  const { now } = createClock()
  // Services and worlds have clocks of the same beginning; the shop's follows the world's.
  let time = now
  const woo = await startWooServer(() => time())
  onTestFinished(woo.stop)
  const world = await createWorld({
    environment: {
      INTEGRATION_ORIGINS: Object.entries({ [woo.url]: woo.url, ...origins })
        .map((pair) => pair.join('='))
        .join(','),
    },
  })
  time = world.clock.now
  const served = await world.serve()
  world.services.config = { ...world.services.config, appUrl: served.baseUrl }
  // Emails are jobs of their own, whose queue has to exist.
  await world.queue.start([sendLossEmail], world.services)
  const site = await world.site()
  const { services } = world
  const rightSettings = { store: woo.url, ...woo.keys }
  return {
    ...world,
    woo,
    served,
    site,
    async connect(settings = rightSettings, by) {
      const connected = await connectWithSettings(services, site.scope, {
        integration: wordpress(),
        given: settings,
        ...(by ? { by: by.id } : {}),
      })
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      return connected.uuid
    },
    process: () => connectionDeliveriesJob.run(services, {}),
    pull: () => connectionsJob.run(services, {}),
    stored: {
      async connection(uuid) {
        const [row] = await services.db.system
          .select()
          .from(connections)
          .where(eq(connections.uuid, uuid))
        return row
      },
      deliveries: () => services.db.system.select().from(deliveries).orderBy(deliveries.id),
      activities: () => services.db.system.select().from(activities).orderBy(activities.id),
      products: () => services.db.system.select().from(products).orderBy(products.id),
    },
  }
}

/** The connection as the domain's functions take it. */
export async function connectionOf({ services, site }: ConnectionWorld, uuid: string) {
  const found = await findSiteConnection(services, site.scope, uuid)
  if (!found) throw new Error('The site has no such connection.')
  return found
}
