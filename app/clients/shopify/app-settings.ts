/**
 * The app's settings at Shopify, in one place. shopify.app.toml says the same to Shopify, and a test
 * compares the two.
 */

/** Version of the Admin API and of webhooks, which have to be the same. */
export const apiVersion = '2026-07'

/** Granted on install. */
export const scopes = [
  'read_products',
  'read_orders',
  'read_inventory',
  'write_pixels',
  'read_customer_events',
  // Shops' pages get the service worker for push messages through the app's proxy.
  'write_app_proxy',
] as const

/** Asked for when a merchant turns on what needs them. */
export const optionalScopes = ['read_customers'] as const

/** Addresses of the product that Shopify opens or calls. */
export const shopifyPaths = {
  /** The app inside the admin. */
  entry: '/shopify',
  auth: '/shopify/auth',
  /** Gets a new session token. */
  bounce: '/shopify/session-token',
  /** Leaves the admin's frame. */
  exit: '/shopify/exit-iframe',
  webhooks: '/hooks/shopify',
} as const

/**
 * Shopify passes requests below `/{prefix}/{subpath}` of a shop on to this path of the product. An installation
 * can't change it, only a merchant can, for their shop.
 * https://shopify.dev/docs/apps/build/online-store/app-proxies
 */
export const appProxy = { url: '/push/shopify', prefix: 'apps', subpath: 'footfall-push' } as const

/** Paths to which Shopify may send a merchant back. */
export const redirectPaths = [shopifyPaths.auth] as const

/** With the scope that each needs; null: none. `read_customers` is granted later, if at all. */
export const webhookTopics = {
  'app/uninstalled': null,
  'app/scopes_update': null,
  'shop/update': null,
  'app_subscriptions/update': null,
  'app_purchases_one_time/update': null,
  'orders/paid': 'read_orders',
  'orders/cancelled': 'read_orders',
  'refunds/create': 'read_orders',
  'products/create': 'read_products',
  'products/update': 'read_products',
  'products/delete': 'read_products',
  'inventory_levels/update': 'read_inventory',
  'inventory_items/update': 'read_inventory',
  'customers/create': 'read_customers',
} as const satisfies Record<
  string,
  (typeof scopes)[number] | (typeof optionalScopes)[number] | null
>

/** Every app has to answer them, whatever its scopes. */
export const complianceTopics = [
  'customers/data_request',
  'customers/redact',
  'shop/redact',
] as const

/** Metafields of the app's installation that the theme's blocks read. */
export const siteMetafields = { namespace: 'footfall', site: 'site', host: 'host' } as const
