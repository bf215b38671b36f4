/** Which page a shop's visitors reach after an order, as far as we can know before anyone says so. */
import type { SiteScope } from '#app/domain/scope.ts'
import { findHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { readThankYouPages } from '#app/domain/stats/checkout-suggestions.server.ts'
import type { Services } from '#app/services.ts'

export type ThankYouPage = {
  /** Beginning of the path. */
  path: string
  reason: 'seen' | 'linked' | 'platform'
}

/** Where these platforms lead after an order, unless the shop changed it. */
const usualPaths: Partial<Record<ShopPlatform, string>> = {
  woocommerce: '/checkout/order-received',
  bigcommerce: '/checkout/order-confirmation',
  magento: '/checkout/onepage/success',
  wix: '/thank-you-page',
  webflow: '/order-confirmation',
}

const most = 3

/** Most certain first. */
export async function listThankYouPages(
  services: Services,
  site: SiteScope,
): Promise<ThankYouPage[]> {
  const [seen, found] = await Promise.all([
    readThankYouPages(services, site),
    findHomePage(services, site),
  ])
  const usual = found?.platform ? usualPaths[found.platform] : undefined
  const pages: ThankYouPage[] = [
    ...seen.map((path) => ({ path, reason: 'seen' as const })),
    ...(found?.thankYouPaths ?? []).map((path) => ({ path, reason: 'linked' as const })),
    ...(usual === undefined ? [] : [{ path: usual, reason: 'platform' as const }]),
  ]
  const isFirst = ({ path }: ThankYouPage, at: number) =>
    pages.findIndex((page) => page.path === path) === at
  return pages.filter(isFirst).slice(0, most)
}
