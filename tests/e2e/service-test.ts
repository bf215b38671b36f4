/** Journeys with a product that may reach the doubles that development has, which are no public addresses. */
import { startServiceDoubles, type ServiceDoubles } from '../doubles/shops/start-services.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

export const test = base.extend<{ doubles: ServiceDoubles; product: ProductServer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants to see the pattern
  doubles: async ({}, use) => {
    const doubles = await startServiceDoubles()
    await use(doubles)
    await doubles.stop()
  },
  product: async ({ doubles }, use) => {
    const product = await startProductServer({ environment: doubles.environment })
    await use(product)
    await product.remove()
  },
})
