/**
 * Fixtures that all journeys of a worker share. They are in one place because Playwright starts another worker,
 * with another browser, for a file whose shared fixtures differ. Each starts when a test first uses it.
 */
import { test as base } from 'playwright/test'
import { createSharedProducts, type SharedProducts } from './shared-products.ts'

type StoreModule = typeof import('#workshop/store/shopify-store.server.ts')

export const test = base.extend<object, { products: SharedProducts; storeModule: StoreModule }>({
  products: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
    async ({}, use) => {
      const products = createSharedProducts()
      await use(products)
      await products.remove()
    },
    { scope: 'worker' },
  ],

  storeModule: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
    async ({}, use) => {
      const { createServer } = await import('vite')
      // The store's scripts are imported as texts, which Vite does and Playwright doesn't.
      const vite = await createServer({
        configFile: false,
        appType: 'custom',
        logLevel: 'error',
        optimizeDeps: { noDiscovery: true },
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      })
      const path = '/workshop/store/shopify-store.server.ts'
      await use((await vite.ssrLoadModule(path)) as StoreModule)
      await vite.close()
    },
    { scope: 'worker' },
  ],
})
