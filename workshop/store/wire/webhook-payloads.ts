/** Bodies of webhooks, in the shapes of the platform: REST names, and ids as JSON numbers. */
import {
  amountText,
  gid,
  ownerOf,
  totalOf,
  type Address,
  type Customer,
  type Order,
  type Product,
  type Purchase,
  type ShopState,
  type Subscription,
  type Variant,
} from '../state/shop-state.ts'
import { visibleAddress, visibleCustomer } from '../state/visible-data.ts'

export type Topic =
  | 'app/scopes_update'
  | 'app/uninstalled'
  | 'app_purchases_one_time/update'
  | 'app_subscriptions/update'
  | 'customers/create'
  | 'customers/data_request'
  | 'customers/redact'
  | 'inventory_items/update'
  | 'inventory_levels/update'
  | 'orders/cancelled'
  | 'orders/create'
  | 'orders/paid'
  | 'orders/updated'
  | 'products/create'
  | 'products/delete'
  | 'products/update'
  | 'refunds/create'
  | 'shop/redact'
  | 'shop/update'
  | 'themes/publish'

/** The scope without which the platform doesn't send the topic. */
export const scopeOfTopic: Partial<Record<Topic, string>> = {
  'customers/create': 'read_customers',
  'inventory_items/update': 'read_inventory',
  'inventory_levels/update': 'read_inventory',
  'orders/cancelled': 'read_orders',
  'orders/create': 'read_orders',
  'orders/paid': 'read_orders',
  'orders/updated': 'read_orders',
  'products/create': 'read_products',
  'products/delete': 'read_products',
  'products/update': 'read_products',
  'refunds/create': 'read_orders',
  'themes/publish': 'read_themes',
}

/** Topics to which an app can't subscribe before customer data was approved for it. */
export const protectedTopics: ReadonlySet<Topic> = new Set([
  'customers/create',
  'orders/cancelled',
  'orders/create',
  'orders/paid',
  'orders/updated',
  'refunds/create',
])

const iso = (date: Date | null) => (date === null ? null : date.toISOString())

export function orderPayload(shop: ShopState, order: Order): Record<string, unknown> {
  const total = amountText(totalOf(order.lineItems))
  const address = addressPayload(visibleAddress(shop.dataAccess, order.address))
  const known = shop.customers.find(({ id }) => id === order.customerId)
  const customer = known && visibleCustomer(shop.dataAccess, known)
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    email: shop.dataAccess?.includes('email') ? order.email : null,
    created_at: iso(order.createdAt),
    processed_at: iso(order.createdAt),
    updated_at: iso(order.updatedAt),
    cancelled_at: iso(order.cancelledAt),
    cancel_reason: order.cancelledAt && 'customer',
    name: `#${String(order.number)}`,
    number: order.number - 1000,
    order_number: order.number,
    test: order.isTest,
    confirmed: true,
    currency: shop.currency,
    total_price: total,
    subtotal_price: total,
    current_total_price: order.refundedAt ? '0.00' : total,
    financial_status: order.refundedAt ? 'refunded' : 'paid',
    fulfillment_status: null,
    source_name: 'web',
    browser_ip: null,
    customer_locale: order.locale,
    customer: customer ? customerPayload(customer) : null,
    billing_address: address,
    shipping_address: address,
    line_items: order.lineItems.map((line) => ({
      id: line.id,
      admin_graphql_api_id: gid('LineItem', line.id),
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      variant_title: line.variantTitle,
      name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
      sku: line.sku,
      quantity: line.quantity,
      current_quantity: order.refundedAt ? 0 : line.quantity,
      price: amountText(line.price),
      product_exists: shop.products.some(({ id }) => id === line.productId),
      gift_card: false,
    })),
    refunds: order.refundedAt ? [refundPayload(order)] : [],
  }
}

export const refundPayload = (order: Order): Record<string, unknown> => ({
  // A refund has its own id. There is one for each order at most.
  id: order.id + 1_000_000_000n,
  admin_graphql_api_id: gid('Refund', order.id + 1_000_000_000n),
  order_id: order.id,
  created_at: iso(order.refundedAt),
  processed_at: iso(order.refundedAt),
  note: null,
  restock: true,
  refund_line_items: order.lineItems.map((line) => ({
    id: line.id + 1_000_000_000n,
    line_item_id: line.id,
    quantity: line.quantity,
    subtotal: amountText(line.price * line.quantity),
  })),
})

export const customerPayload = (customer: Customer): Record<string, unknown> => ({
  id: customer.id,
  admin_graphql_api_id: gid('Customer', customer.id),
  first_name: customer.firstName || null,
  last_name: customer.lastName || null,
  email: customer.email || null,
  created_at: iso(customer.createdAt),
  updated_at: iso(customer.updatedAt),
  state: 'disabled',
  verified_email: true,
  tags: '',
  default_address: addressPayload(customer.address),
})

const addressPayload = (address: Address | null) =>
  address && {
    first_name: address.firstName || null,
    last_name: address.lastName || null,
    name: `${address.firstName} ${address.lastName}`.trim() || null,
    city: address.city || null,
    province: address.province || null,
    province_code: address.provinceCode || null,
    country: address.country,
    country_code: address.countryCode,
  }

/** @param origin of the demo store, where the pictures are */
export const productPayload = (origin: string, product: Product): Record<string, unknown> => {
  const image = {
    id: product.id + 1n,
    product_id: product.id,
    position: 1,
    src: pictureUrl(origin, product),
    alt: product.title,
    width: 400,
    height: 400,
    variant_ids: [],
  }
  return {
    id: product.id,
    admin_graphql_api_id: gid('Product', product.id),
    title: product.title,
    body_html: `<p>${product.description}</p>`,
    vendor: 'Demo',
    product_type: 'Home goods',
    handle: product.handle,
    status: product.status.toLowerCase(),
    tags: '',
    created_at: iso(product.createdAt),
    updated_at: iso(product.updatedAt),
    published_at: product.status === 'ACTIVE' ? iso(product.createdAt) : null,
    variants: product.variants.map((variant, index) => variantPayload(product, variant, index)),
    options: [
      {
        product_id: product.id,
        name: product.option ?? 'Title',
        position: 1,
        values: product.variants.map(({ title }) => title),
      },
    ],
    image,
    images: [image],
  }
}

const variantPayload = (product: Product, variant: Variant, index: number) => ({
  id: variant.id,
  admin_graphql_api_id: gid('ProductVariant', variant.id),
  product_id: product.id,
  title: variant.title,
  price: amountText(variant.price),
  compare_at_price: null,
  position: index + 1,
  option1: variant.title,
  sku: variant.sku,
  inventory_item_id: variant.inventoryItemId,
  inventory_management: variant.stock === null ? null : 'shopify',
  inventory_policy: variant.stock === null ? 'continue' : 'deny',
  inventory_quantity: variant.stock ?? 0,
  created_at: iso(product.createdAt),
  updated_at: iso(product.updatedAt),
})

/** @param origin of the demo store */
export const pictureUrl = (origin: string, { picture }: Product) =>
  `${origin}/images/${picture}.png`

export const inventoryLevelPayload = (
  shop: ShopState,
  product: Product,
  { inventoryItemId, stock }: Variant,
): Record<string, unknown> => ({
  inventory_item_id: inventoryItemId,
  location_id: shop.locationId,
  available: stock,
  updated_at: iso(product.updatedAt),
  admin_graphql_api_id: `${gid('InventoryLevel', shop.locationId)}?inventory_item_id=${String(inventoryItemId)}`,
})

export const inventoryItemPayload = (product: Product, variant: Variant) => ({
  id: variant.inventoryItemId,
  admin_graphql_api_id: gid('InventoryItem', variant.inventoryItemId),
  sku: variant.sku,
  tracked: variant.stock !== null,
  requires_shipping: true,
  cost: null,
  created_at: iso(product.createdAt),
  updated_at: iso(product.updatedAt),
})

export const shopPayload = (shop: ShopState): Record<string, unknown> => ({
  id: shop.id,
  name: shop.title,
  email: shop.email,
  domain: shop.domain,
  myshopify_domain: shop.domain,
  country_code: shop.countryCode,
  country_name: shop.country,
  currency: shop.currency,
  iana_timezone: shop.timeZone,
  primary_locale: 'en',
  plan_name: 'partner_test',
  shop_owner: `${ownerOf(shop).firstName} ${ownerOf(shop).lastName}`,
  created_at: iso(shop.createdAt),
})

export const subscriptionPayload = (
  shop: ShopState,
  subscription: Subscription,
): Record<string, unknown> => ({
  app_subscription: {
    admin_graphql_api_id: gid('AppSubscription', subscription.id),
    name: subscription.name,
    status: subscription.status,
    admin_graphql_api_shop_id: gid('Shop', shop.id),
    created_at: iso(subscription.createdAt),
    updated_at: iso(subscription.createdAt),
    currency: subscription.price?.currencyCode ?? shop.currency,
    capped_amount: subscription.cappedAmount?.amount ?? null,
    price: subscription.price?.amount ?? '0.00',
    interval: subscription.interval === 'ANNUAL' ? 'annual' : 'every_30_days',
    plan_handle: subscription.planHandle,
  },
})

export const purchasePayload = (shop: ShopState, purchase: Purchase): Record<string, unknown> => ({
  app_purchase_one_time: {
    admin_graphql_api_id: gid('AppPurchaseOneTime', purchase.id),
    name: purchase.name,
    status: purchase.status,
    admin_graphql_api_shop_id: gid('Shop', shop.id),
    created_at: iso(purchase.createdAt),
    updated_at: iso(purchase.createdAt),
  },
})

/** Who a compliance topic is about, as the platform names them. */
const subjectOf = (shop: ShopState, { id, email }: Customer) => ({
  shop_id: shop.id,
  shop_domain: shop.domain,
  customer: { id, email, phone: null },
})

const orderIdsOf = (shop: ShopState, customer: Customer) =>
  shop.orders.filter(({ customerId }) => customerId === customer.id).map(({ id }) => id)

export const dataRequestPayload = (
  shop: ShopState,
  customer: Customer,
  request: bigint,
): Record<string, unknown> => ({
  ...subjectOf(shop, customer),
  orders_requested: orderIdsOf(shop, customer),
  data_request: { id: request },
})

export const customerRedactPayload = (
  shop: ShopState,
  customer: Customer,
): Record<string, unknown> => ({
  ...subjectOf(shop, customer),
  orders_to_redact: orderIdsOf(shop, customer),
})

export const shopRedactPayload = (shop: ShopState): Record<string, unknown> => ({
  shop_id: shop.id,
  shop_domain: shop.domain,
})
