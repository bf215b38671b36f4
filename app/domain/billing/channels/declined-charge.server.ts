/** Charges that a shop's owner didn't approve. */
import type { TeamScope } from '#app/domain/scope.ts'
import { withAccess } from '#app/domain/shops/call-shop.server.ts'
import { isOutage } from '#app/domain/shops/outage.ts'
import { findShopOfTeam } from '#app/domain/shops/shops.server.ts'
import type { Services } from '#app/services.ts'

/**
 * Whether the shop's owner declined the subscription, or let its two days pass: nothing was charged for
 * it. False when Shopify can't be asked.
 *
 * @param charge its number, from the address that Shopify returns to: only Shopify knows more about it
 */
export async function isDeclinedCharge(
  services: Services,
  scope: TeamScope,
  charge: string | null,
): Promise<boolean> {
  const shop = await findShopOfTeam(services, scope)
  if (!shop?.isInstalled || charge === null || !/^\d{1,20}$/.test(charge)) return false
  try {
    const found = await withAccess(services, shop.domain, (shopify, accessToken) =>
      shopify.readSubscription({ shop: shop.domain, accessToken }, charge),
    )
    return found?.status === 'DECLINED' || found?.status === 'EXPIRED'
  } catch (error) {
    if (!isOutage(error)) throw error
    return false
  }
}
