/** Where Shopify's install pages lead. */
import type { AppLoadContext } from '@remix-run/node'
import { shopifyOrigins } from '#app/clients/shopify/shopify-origins.ts'
import type { ShopifyApp } from '#app/config.server.ts'
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import type { Shopify } from '#app/domain/shops/shopify.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import type { InstallFault } from './install-faults.ts'
import { findProvenShop } from './proven-shop.server.ts'
import { readShellRequest } from './shell-request.ts'

type Visit = { request: Request; context: AppLoadContext }

/** @throws Refusal `not_found` when the product isn't an app in Shopify */
export function requireShopify({ request, context: { services } }: Visit): {
  app: ShopifyApp
  shopify: Shopify
} {
  const { config, shopify } = services
  if (config.shopify && shopify) return { app: config.shopify, shopify }
  throw pageNotFound(request)
}

/**
 * Where people go on who aren't in the app: the admin of the shop that the address claims, or of one that
 * they choose. Anyone may have written the address, so it leads to Shopify in any case.
 */
export function waysToShopify(visit: Visit) {
  const { app } = requireShopify(visit)
  const origins = shopifyOrigins(app.double)
  const { shop } = readShellRequest(visit.request)
  return {
    adminUrl: shop === null ? origins.home : origins.admin(shop),
    listingUrl: app.listingUrl ?? null,
    /** Whether people can enter their shop's domain: Shopify's review forbids it to public apps. */
    asksForShop: app.distribution === 'custom',
  }
}

/** Where a shop's owner installs the app, or opens it when it is installed. */
export const installUrl = (visit: Visit, shop: string): string => {
  const { app } = requireShopify(visit)
  return shopifyOrigins(app.double).install(shop, app.apiKey)
}

/** Domain of the shop in whose admin the request was made, and that it proves. Null: in none. */
export const shopOfAdmin = async ({ request, context }: Visit): Promise<string | null> =>
  context.platform.name === 'shopify' ? findProvenShop(request, context.services) : null

/** The app in a shop's admin. */
export const adminAppUrl = (visit: Visit, shop: string, path = ''): string => {
  const { app } = requireShopify(visit)
  return shopifyOrigins(app.double).app(shop, app.handle) + path
}

/** Shopify's signed addresses are valid for this long, either way. */
const maxAgeSeconds = 90

/** The shop that Shopify sends here, or what is wrong with the address. */
export function readInstallStart(visit: Visit): { shop: string } | { fault: InstallFault } {
  const { shopify } = requireShopify(visit)
  const { searchParams } = new URL(visit.request.url)
  if (!shopify.isSignedQuery(searchParams)) return { fault: 'signature' }
  if (!shopify.isSignedQuery(searchParams, maxAgeSeconds)) return { fault: 'expired' }
  const shop = readShopDomain(searchParams.get('shop'))
  return shop === null ? { fault: 'shop' } : { shop }
}
