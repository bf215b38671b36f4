/** The built product is killed while webhooks come in (docs/threats.md T31). */
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { shops } from '#app/db/schema/index.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { shopifyApp } from '../../doubles/shopify-server.ts'
import { expectNoLossWhenKilled } from '../../support/webhooks/kill-under-deliveries.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import { orderBody, webhookRequest } from '../../support/shopify/webhooks.ts'

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

test('ten times killed while webhooks come in: none is lost, none counts twice', async () => {
  await expectNoLossWhenKilled({
    environment: {
      SHOPIFY_API_KEY: shopifyApp.apiKey,
      SHOPIFY_API_SECRET: shopifyApp.apiSecret,
    },
    async connect(services, site, { baseUrl }) {
      await connectShop(services, site)
      const now = new Date().toISOString()
      return (order) => {
        const body = orderBody({ id: order, created_at: now, processed_at: now })
        return {
          address: `${baseUrl}/hooks/shopify`,
          init: webhookRequest({ topic: 'orders/paid', body, id: randomUUID() }),
        }
      }
    },
  })
}, 900_000)
