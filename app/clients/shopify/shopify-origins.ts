/**
 * Where Shopify is. In development and tests, a store on one origin replaces all of it: then each of
 * these addresses is a path there.
 */
import { shopName } from '#app/domain/shops/shop-domain.ts'
import { apiVersion } from './app-settings.ts'

export type ShopifyOrigins = {
  /** The script of the admin's frame. */
  appBridge: string
  /** Origin of the script and of what it loads. */
  scripts: string
  /**
   * Where the script sends an app's loading times, which "Built for Shopify" asks for. No page of Shopify
   * names it: other apps that have a strict policy allow it.
   */
  vitals: readonly string[]
  /** Origins of the pages that frame the app for a shop. */
  frames: (shop: string) => readonly string[]
  /** Where people choose one of their shops. */
  home: string
  /** The shop's admin, without a trailing slash. */
  admin: (shop: string) => string
  /** The app inside the shop's admin, without a trailing slash. */
  app: (shop: string, handle: string) => string
  /** Where the shop's owner chooses a plan, with Shopify App Pricing. */
  plans: (shop: string, handle: string) => string
  /** Asks the shop's owner to install the app. */
  install: (shop: string, apiKey: string) => string
  /** Where access tokens are given out. */
  accessToken: (shop: string) => string
  graphql: (shop: string) => string
  /** The shop's storefront as visitors see it, without a trailing slash. */
  storefront: (shop: string) => string
}

/** @param double origin of the store that replaces Shopify; absent: Shopify itself */
export function shopifyOrigins(double?: string): ShopifyOrigins {
  const scripts = double ?? 'https://cdn.shopify.com'
  const admin = (shop: string) => `${double ?? 'https://admin.shopify.com'}/store/${shopName(shop)}`
  const storefront = (shop: string) => (double ? `${double}/shops/${shop}` : `https://${shop}`)
  return {
    scripts,
    appBridge: `${scripts}${double ? '' : '/shopifycloud'}/app-bridge.js`,
    vitals: double ? [] : ['https://monorail-edge.shopifysvc.com'],
    frames: (shop) => (double ? [double] : [`https://${shop}`, 'https://admin.shopify.com']),
    home: `${double ?? 'https://admin.shopify.com'}/`,
    admin,
    app: (shop, handle) => `${admin(shop)}/apps/${handle}`,
    plans: (shop, handle) => `${admin(shop)}/charges/${handle}/pricing_plans`,
    install: (shop, apiKey) =>
      `${admin(shop)}/oauth/install?client_id=${encodeURIComponent(apiKey)}`,
    accessToken: (shop) => `${storefront(shop)}/admin/oauth/access_token`,
    graphql: (shop) => `${storefront(shop)}/admin/api/${apiVersion}/graphql.json`,
    storefront,
  }
}
