/**
 * Published facts about the operations that the app sends to the Admin API, in our own words: the
 * schema of version 2026-07 (roots, lists, types of mutations) and shopify.dev, "Access scopes" and
 * "Protected customer data" (read on November 28, 2026).
 */

export type OperationFacts = {
  kind: 'query' | 'mutation'
  /** The field of the query or the mutation that it asks for. */
  root: string
  /** Access scope that Shopify requires for it. Null: none. */
  scope: string | null
  /** It reads orders, which are protected customer data. */
  readsOrders: boolean
}

const query = (root: string, scope: string | null = null): OperationFacts => ({
  kind: 'query',
  root,
  scope,
  readsOrders: root === 'orders' || root === 'order',
})
const mutation = (root: string, scope: string | null = null): OperationFacts => ({
  kind: 'mutation',
  root,
  scope,
  readsOrders: false,
})

/** By the operation's name. */
export const operationFacts: Readonly<Record<string, OperationFacts>> = {
  ShopDetails: query('shop'),
  AppInstallation: query('currentAppInstallation'),
  SetSiteMetafields: mutation('metafieldsSet'),
  CreateAppWebPixel: mutation('webPixelCreate', 'write_pixels'),
  UpdateAppWebPixel: mutation('webPixelUpdate', 'write_pixels'),
  ListProducts: query('products', 'read_products'),
  ReadProduct: query('product', 'read_products'),
  ReadProductOfItem: query('inventoryItem', 'read_inventory'),
  ListOrders: query('orders', 'read_orders'),
  ReadOrder: query('order', 'read_orders'),
  ListAppSubscriptions: query('currentAppInstallation'),
  ReadAppSubscription: query('node'),
  CreateAppSubscription: mutation('appSubscriptionCreate'),
  CancelAppSubscription: mutation('appSubscriptionCancel'),
  CreateAppPurchase: mutation('appPurchaseOneTimeCreate'),
  ReadAppPurchase: query('node'),
}

/** A list can be asked for so many items (shopify.dev, "Limits"). */
export const mostListed = 250

/** How a refused mutation answers: its objects are null, and `userErrors` have the reason. */
export const refusedMutations: Readonly<
  Record<string, { type: string; objects: readonly string[]; error: string; code?: string }>
> = {
  metafieldsSet: {
    type: 'MetafieldsSetPayload',
    objects: ['metafields'],
    error: 'MetafieldsSetUserError',
    code: 'APP_NOT_AUTHORIZED',
  },
  webPixelCreate: {
    type: 'WebPixelCreatePayload',
    objects: ['webPixel'],
    error: 'ErrorsWebPixelUserError',
    code: 'UNEXPECTED_ERROR',
  },
  webPixelUpdate: {
    type: 'WebPixelUpdatePayload',
    objects: ['webPixel'],
    error: 'ErrorsWebPixelUserError',
    code: 'UNEXPECTED_ERROR',
  },
  appSubscriptionCreate: {
    type: 'AppSubscriptionCreatePayload',
    objects: ['appSubscription', 'confirmationUrl'],
    error: 'UserError',
  },
  appSubscriptionCancel: {
    type: 'AppSubscriptionCancelPayload',
    objects: ['appSubscription'],
    error: 'UserError',
  },
  appPurchaseOneTimeCreate: {
    type: 'AppPurchaseOneTimeCreatePayload',
    objects: ['appPurchaseOneTime', 'confirmationUrl'],
    error: 'UserError',
  },
}
