/** The built product inside the admin of a shop of the demo store. */
import type { DemoShop } from '#workshop/store/demo-shop.server.ts'
import { startShopifyStore } from '#workshop/store/shopify-store.server.ts'
import { browser } from './requests.ts'
import { openShop, type BenchShop } from './shop.ts'

const keys = { apiKey: 'bench-client-id-of-the-app', apiSecret: 'bench-client-secret-of-the-app' }

export type EmbeddedShop = {
  shop: BenchShop
  demo: DemoShop
  /** With which the demo store signs. */
  apiSecret: string
  /** The owner's first visit. */
  install: () => Promise<void>
  stop: () => Promise<void>
}

/** The demo store sends no webhooks automatically, and its points never end. */
export async function openEmbeddedShop({ sites }: { sites: number }): Promise<EmbeddedShop> {
  const nowhere = 'http://localhost'
  const store = await startShopifyStore({
    port: 0,
    ...keys,
    handle: 'footfall',
    appUrl: nowhere,
    webhooksUrl: nowhere,
    topics: [],
  })
  const demo = store.shop('linen-and-oak')
  demo.bucket.setLimits({ maximumAvailable: 1_000_000, restoreRate: 1_000_000 })
  const shop = await openShop({
    engine: 'postgres',
    sites,
    environment: {
      SHOPIFY_API_KEY: keys.apiKey,
      SHOPIFY_API_SECRET: keys.apiSecret,
      SHOPIFY_DOUBLE_URL: store.url,
    },
  })
  return {
    shop,
    demo,
    apiSecret: keys.apiSecret,
    async install() {
      const { search } = new URL(demo.launchUrl())
      const answer = await fetch(`${shop.product.baseUrl}/${search}`, {
        headers: { 'User-Agent': browser },
        redirect: 'manual',
      })
      await answer.arrayBuffer()
      if (answer.status >= 400) throw new Error(`The visit answered ${String(answer.status)}.`)
    },
    async stop() {
      await shop.stop()
      await store.close()
    },
  }
}

/** Asks again until it is so. @throws Error when it isn't within the time */
export async function until(isSo: () => Promise<boolean>, maxMillis: number): Promise<void> {
  const giveUpAt = performance.now() + maxMillis
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('It took too long.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
