import { eq } from 'drizzle-orm'
import { shops } from '#app/db/schema/shops.ts'
import type { Services } from '#app/services.ts'
import { withAccess } from './call-shop.server.ts'
import type { ConnectedShop } from './connected-shop.server.ts'

/**
 * Reads the shop's name and currency again. The organization and the site keep theirs, which people can
 * change here.
 *
 * @throws GrantEnded, AccessEnded, ShopClosed, TryLater, BadRecord
 */
export async function refreshShop(
  services: Services,
  { id, domain }: Pick<ConnectedShop, 'id' | 'domain'>,
): Promise<void> {
  const { name, currency } = await withAccess(services, domain, (shopify, accessToken) =>
    shopify.readShop(domain, accessToken),
  )
  await services.db.system
    .update(shops)
    .set({ name, currency, updatedAt: services.now() })
    .where(eq(shops.id, id))
}
