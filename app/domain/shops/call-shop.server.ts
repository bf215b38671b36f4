import type { Services } from '#app/services.ts'
import { forgetAccessToken, validOfflineToken } from './shop-tokens.server.ts'
import { AccessEnded, GrantEnded, type Shopify } from './shopify.ts'

/**
 * Calls of a shop's Admin API, with the shop's current access. A token that Shopify refuses is replaced once.
 *
 * @throws GrantEnded, AccessEnded, ShopClosed, TryLater, BadRecord, ChangeRefused
 */
export async function withAccess<Outcome>(
  services: Services,
  shop: string,
  work: (shopify: Shopify, accessToken: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { shopify } = services
  if (!shopify) throw new GrantEnded()
  const token = await validOfflineToken(services, shop)
  try {
    return await work(shopify, token)
  } catch (error) {
    if (!(error instanceof AccessEnded)) throw error
    await forgetAccessToken(services, shop, token)
    return work(shopify, await validOfflineToken(services, shop))
  }
}
