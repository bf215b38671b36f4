/** Pages that may be part of a shop's checkout and haven't been named as such. */
import { mostCheckoutPaths } from '#app/contract/site-options.ts'
import { findHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { isCheckoutPath } from '#app/domain/sites/suggest-checkouts.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readCheckoutSuggestions } from '#app/domain/stats/checkout-suggestions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

export type CheckoutPage = {
  /** Beginning of the path. */
  path: string
  reason: 'seen' | 'linked'
}

const most = 3

/** Most certain first. Only offers: the owner decides. */
export async function listCheckoutPages(
  services: Services,
  site: SiteScope,
): Promise<CheckoutPage[]> {
  const { checkoutPaths } = (await readSiteOptions(services, site)).options
  if (checkoutPaths.length >= mostCheckoutPaths) return []
  const [seen, found] = await Promise.all([
    readCheckoutSuggestions(services, site, checkoutPaths),
    findHomePage(services, site),
  ])
  const linked = (found?.checkoutPaths ?? []).filter((path) => !isCheckoutPath(path, checkoutPaths))
  const pages: CheckoutPage[] = [
    // Pages after an order are offered as the goal.
    ...seen
      .filter(({ reason }) => reason !== 'thank_you_words')
      .map(({ path }) => ({ path, reason: 'seen' as const })),
    ...linked.map((path) => ({ path, reason: 'linked' as const })),
  ]
  const isFirst = ({ path }: CheckoutPage, at: number) =>
    pages.findIndex((page) => page.path === path) === at
  return pages.filter(isFirst).slice(0, most)
}

/**
 * Hides nudges on a page that was offered, never on one that a browser makes up.
 *
 * @throws Refusal `conflict` when it's no longer offered
 */
export async function acceptCheckoutPage(services: Services, site: SiteScope, path: string) {
  const offered = await listCheckoutPages(services, site)
  if (!offered.some((page) => page.path === path)) {
    throw new Refusal('conflict', 'This page is no longer suggested. Reload.')
  }
  const { checkoutPaths } = (await readSiteOptions(services, site)).options
  await changeOptions(services, site, { checkoutPaths: [...checkoutPaths, path] })
}
