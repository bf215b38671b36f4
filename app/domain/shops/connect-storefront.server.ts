import { eq } from 'drizzle-orm'
import { shops } from '#app/db/schema/shops.ts'
import { sandboxKeyOf } from '#app/domain/sites/sandbox-key.server.ts'
import type { Services } from '#app/services.ts'
import { withAccess } from './call-shop.server.ts'
import type { ConnectedShop } from './connected-shop.server.ts'
import { ChangeRefused } from './shopify.ts'

/**
 * Names the site to the shop's theme and its web pixel. Repeatable. Logs a refusal by Shopify,
 * which doesn't keep the rest from working.
 *
 * @throws GrantEnded, AccessEnded, ShopClosed, TryLater, BadRecord
 */
export async function connectStorefront(services: Services, shop: ConnectedShop): Promise<void> {
  const { config, db, log, security } = services
  const { id: shopId, domain, webPixelId } = shop
  const { siteUuid } = shop.site
  const site = { uuid: siteUuid, host: config.appUrl }
  const sandboxKey = sandboxKeyOf(security.secrets, siteUuid)
  try {
    const id = await withAccess(services, domain, async (shopify, accessToken) => {
      const access = { shop: domain, accessToken }
      await shopify.connectTheme(access, site)
      return shopify.connectWebPixel(access, {
        id: webPixelId,
        site,
        sandboxKey,
      })
    })
    await db.system.update(shops).set({ webPixelId: id }).where(eq(shops.id, shopId))
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error
    log.warn({ shop: domain, errors: error.errors }, 'a storefront was not connected')
  }
}
