/** A site with a home page, and a page of reviews that the aggregator reads. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  startDatashakeServer,
  type DatashakeServer,
} from '#workshop/doubles/shops/datashake-server.ts'
import { createClock } from '../clock.ts'
import { createConnectionWorld, type ConnectionWorld } from './connected-shop.ts'

export const yelpPage = 'https://www.yelp.com/biz/oak-pottery-austin'

export type ReviewPageWorld = ConnectionWorld & {
  datashake: DatashakeServer
  /** The site's home page. `null`: it can't be read. */
  home: { html: string | null }
  /** The site's URL from now on. Only shop.example and oak.example are reached. */
  moveTo: (name: string) => Promise<void>
  connectPage: () => Promise<string>
  /** Reads whatever is due, for so many hours. */
  pass: (hours: number) => Promise<void>
}

/** @param origins doubles of further services */
export async function createReviewPageWorld(
  origins: Readonly<Record<string, string>> = {},
): Promise<ReviewPageWorld> {
  let time = createClock().now
  const datashake = await startDatashakeServer(() => time())
  onTestFinished(datashake.stop)
  const home: ReviewPageWorld['home'] = { html: '<p>Oak Pottery</p>' }
  const shop = createServer((_request, response) => {
    if (home.html === null) response.statusCode = 503
    response.end(home.html ?? '')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    shop.closeAllConnections()
    shop.close()
  })
  const { port } = shop.address() as AddressInfo
  const world = await createConnectionWorld({
    ...origins,
    'https://app.datashake.com': datashake.url,
  })
  time = world.clock.now
  const { services, site } = world
  services.config = { ...services.config, aggregatorToken: datashake.token }
  const fetch = createGuardedFetch({
    ports: [port],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    isAllowed: (address) => address === '127.0.0.1',
  })
  services.net = { ...services.net, fetch }
  const moveTo = async (name: string) => {
    await services.db.system
      .update(sites)
      .set({ url: `http://${name}:${String(port)}` })
      .where(eq(sites.id, site.scope.siteId))
  }
  await moveTo('oak.example')
  return {
    ...world,
    datashake,
    home,
    moveTo,
    async connectPage() {
      const integration = findIntegration('yelp')
      if (!integration) throw new Error('Yelp is not in the registry.')
      const given = { page: yelpPage }
      const connected = await connectWithSettings(services, site.scope, { integration, given })
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      return connected.uuid
    },
    async pass(hours) {
      for (let passed = 0; passed < hours * 60; passed += 30) {
        await world.pull()
        world.clock.advance(30 * minuteMillis)
      }
    },
  }
}
