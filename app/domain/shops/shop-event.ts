/** Reports of a shop, read from its webhooks and its Admin API. Ids are Shopify's, as text. */

export type ShopOrderState = 'unpaid' | 'paid' | 'canceled' | 'refunded'

export type ShopAddress = {
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

/** Everything about the person may be missing: it depends on what customer data the app may have. */
export type ShopOrder = {
  id: string
  /** As people see it: `#1001`. Absent or null: unknown. */
  number?: string | null
  /** ISO 8601. */
  placedAt: string
  state: ShopOrderState
  isTest: boolean
  firstName: string | null
  email: string | null
  address: ShopAddress | null
  items: readonly ShopOrderItem[]
  total: number
  /** ISO 4217. */
  currency: string
}

type ShopOrderItem = {
  /** Null: not a product of the shop's catalog. */
  productId: string | null
  variantId: string | null
  title: string
  quantity: number
  /** Per unit. */
  price: number
}

export type ShopCustomer = {
  id: string
  createdAt: string
  firstName: string | null
  email: string | null
  address: ShopAddress | null
}

/** A customer as Shopify names them in requests about their data. */
export type ShopSubject = {
  email: string | null
  /** Ids of the customer and their orders. */
  customerId: string | null
  orderIds: readonly string[]
}

/**
 * - `order`, `customer`: with their state.
 * - `order-changed`, `product-changed`, `stock-changed`: only that they changed, because deliveries come
 *   in any order. Their state is fetched.
 * - `charge-changed`: what the shop pays for. Its state is fetched, too.
 * - `ignored`: nothing that is stored depends on it.
 */
export type ShopEvent =
  | { kind: 'order'; order: ShopOrder }
  | { kind: 'order-changed'; orderId: string }
  | { kind: 'customer'; customer: ShopCustomer }
  | { kind: 'product-changed'; productId: string }
  | { kind: 'stock-changed'; inventoryItemId: string }
  | { kind: 'uninstalled' }
  | { kind: 'charge-changed' }
  | { kind: 'shop-changed' }
  | { kind: 'data-request'; subject: ShopSubject }
  | { kind: 'redact-customer'; subject: ShopSubject }
  | { kind: 'redact-shop' }
  | { kind: 'ignored' }

/** A product of the shop's catalog, as of now. */
export type ShopProduct = {
  id: string
  title: string
  /** Its page. Null: it isn't in the online store. */
  url: string | null
  image: string | null
  /** Price of the cheapest variant. */
  price: number | null
  /**
   * Items that can be sold, of all variants. Null: unknown, because a variant is sold without limit, or
   * the product has more variants than were read.
   */
  stock: number | null
  isAvailable: boolean
}

/** Part of a list. */
export type ShopPage<Item> = {
  items: readonly Item[]
  /** Where the next one starts. Null: this is the last one. */
  next: string | null
}
