/** Journeys with a product that may reach the doubles that development has, which are no public addresses. */
import { startServiceDoubles, type ServiceDoubles } from '#workshop/doubles/shops/start-services.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

type WithServices = { doubles: ServiceDoubles; product: ProductServer }

export const test = base.extend<WithServices & { withServices: WithServices }>({
  withServices: async ({ products }, use) => {
    await use(await products.special('services', start))
  },
  doubles: async ({ withServices: { doubles } }, use) => {
    await use(doubles)
  },
  product: async ({ withServices: { product } }, use) => {
    await use(product)
  },
})

async function start() {
  const doubles = await startServiceDoubles()
  const product = await startProductServer({ environment: doubles.environment })
  const stop = async () => {
    await product.remove()
    await doubles.stop()
  }
  return { doubles, product, stop }
}
