/** A shop whose platform sends webhooks of orders. */
import { randomUUID } from 'node:crypto'
import { shops } from '#app/db/schema/index.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { shopifyApp } from '#workshop/doubles/shopify-server.ts'
import { linen } from '../shopify/shopify-world.ts'
import { orderBody, webhookRequest } from '../shopify/webhooks.ts'
import { orderLoad } from './order-load.ts'

export const shopifyLoad = orderLoad({
  name: 'shopify',
  prepare: () =>
    Promise.resolve({
      SHOPIFY_API_KEY: shopifyApp.apiKey,
      SHOPIFY_API_SECRET: shopifyApp.apiSecret,
    }),
  async connect({ product, site }, services) {
    await connectShop(services, site)
    const now = new Date().toISOString()
    return (order) => {
      const body = orderBody({ id: order, created_at: now, processed_at: now })
      return {
        address: `${product.baseUrl}/hooks/shopify`,
        init: webhookRequest({ topic: 'orders/paid', body, id: randomUUID() }),
      }
    }
  },
})

async function connectShop(services: Services, site: SiteScope): Promise<void> {
  const at = services.now()
  await services.db.transaction(async (tx) => {
    const account = { integration: 'shopify' as const, account: linen, at }
    const connectionId = await openConnection(tx, site, account)
    await tx.insert(shops).values({
      teamId: site.teamId,
      siteId: site.siteId,
      connectionId,
      domain: linen,
      shopifyId: '1',
      name: 'Linen',
      currency: 'EUR',
      scopes: [],
      installedAt: new Date(at.getTime() - 60_000),
      createdAt: at,
      updatedAt: at,
    })
  })
}
