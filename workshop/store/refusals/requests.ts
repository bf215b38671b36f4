/**
 * Published facts about requests for tokens and about topics of webhooks, in our own words
 * (shopify.dev, "Token exchange", "Offline access tokens", "Webhooks" and "Protected customer data", read
 * on November 28, 2026).
 */

/** Fields of a request for a token, by its grant. All of a request's fields are among these. */
export const tokenRequests: Readonly<
  Record<string, { required: readonly string[]; optional: readonly string[] }>
> = {
  'urn:ietf:params:oauth:grant-type:token-exchange': {
    required: ['client_id', 'client_secret', 'grant_type', 'subject_token', 'subject_token_type'],
    optional: ['requested_token_type', 'expiring'],
  },
  refresh_token: {
    required: ['client_id', 'client_secret', 'grant_type', 'refresh_token'],
    optional: [],
  },
}

/**
 * Scope that a topic requires (null: none), and whether it is one of protected customer data: without
 * approval, no version of the app that subscribes to it is deployed.
 */
export const topicFacts: Readonly<Record<string, { scope: string | null; isProtected: boolean }>> =
  {
    'app/uninstalled': { scope: null, isProtected: false },
    'app/scopes_update': { scope: null, isProtected: false },
    'shop/update': { scope: null, isProtected: false },
    'app_subscriptions/update': { scope: null, isProtected: false },
    'app_purchases_one_time/update': { scope: null, isProtected: false },
    'orders/paid': { scope: 'read_orders', isProtected: true },
    'orders/cancelled': { scope: 'read_orders', isProtected: true },
    'refunds/create': { scope: 'read_orders', isProtected: true },
    'products/create': { scope: 'read_products', isProtected: false },
    'products/update': { scope: 'read_products', isProtected: false },
    'products/delete': { scope: 'read_products', isProtected: false },
    'inventory_levels/update': { scope: 'read_inventory', isProtected: false },
    'inventory_items/update': { scope: 'read_inventory', isProtected: false },
    'customers/create': { scope: 'read_customers', isProtected: true },
  }
