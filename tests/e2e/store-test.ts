/**
 * Journeys in the demo store's admin, one after the other in the same shop, so each must work with the data
 * that others leave there. A test that needs a new shop starts its own product.
 */
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

export const test = base.extend<{ store: { product: ProductServer } }>({
  store: async ({ products }, use) => {
    await use(await products.lasting('store', start))
  },
})

async function start() {
  const product = await startProductServer({ demo: true })
  return { product, stop: product.remove }
}
