/**
 * Bodies of webhooks as events of a shop. Everything about a person may be missing or null: it depends
 * on which protected customer data the app was granted.
 *
 * Fields: shopify.dev, Admin REST resources of API version 2026-07, which webhooks still use.
 */
import { z } from 'zod'
import type { ShopEvent } from '#app/domain/shops/shop-event.ts'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { parseExactJson } from '#app/lib/exact-json.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { orderState } from './order-state.ts'

/** Ids are read exactly (app/lib/exact-json.ts), and are text from here on. */
const id = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]).transform(String)

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

/** Decimal digits in a text. */
const money = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,3})?$/)
  .transform(Number)

const moment = z.iso.datetime({ offset: true })

const address = z
  .object({
    first_name: optionalText,
    city: optionalText,
    country_code: optionalText,
  })
  .transform(({ country_code: country, ...address }) => ({ ...address, country }))
  .nullish()

const customer = z.object({
  id,
  first_name: optionalText,
  email: optionalText,
  default_address: address,
})

const lineItem = z
  .object({
    product_id: id.nullish(),
    variant_id: id.nullish(),
    title: z.string(),
    quantity: z.number().nonnegative(),
    /** Without what was removed or refunded since. */
    current_quantity: z.number().nonnegative().nullish(),
    gift_card: z.boolean().nullish(),
    price: money,
  })
  .transform((line) => ({
    title: line.title,
    quantity: line.current_quantity ?? line.quantity,
    price: line.price,
    productId: line.product_id ?? null,
    variantId: line.variant_id ?? null,
    isGiftCard: line.gift_card ?? false,
  }))

const itemOf = ({ isGiftCard: _isGiftCard, ...item }: z.output<typeof lineItem>) => item

const order = z
  .object({
    id,
    name: optionalText,
    test: z.boolean().nullish(),
    created_at: moment,
    processed_at: moment.nullish(),
    cancelled_at: moment.nullish(),
    financial_status: z.string().nullish(),
    currency: z.string(),
    total_price: money,
    email: optionalText,
    customer: customer.nullish(),
    billing_address: address,
    shipping_address: address,
    line_items: z.array(lineItem),
  })
  .transform((read): ShopEvent => {
    const { billing_address: billing, shipping_address: shipping, customer: buyer } = read
    const addresses = [billing, buyer?.default_address]
    const { first_name: firstName, ...place } = buyerOf(buyer?.first_name, {
      billing: addresses,
      shipping,
    })
    return {
      kind: 'order',
      order: {
        id: read.id,
        number: read.name ?? null,
        placedAt: read.processed_at ?? read.created_at,
        state: orderState({
          status: read.financial_status,
          isCanceled: Boolean(read.cancelled_at),
        }),
        isTest: read.test ?? false,
        firstName,
        email: read.email ?? buyer?.email ?? null,
        address: place,
        items: read.line_items.filter(({ isGiftCard }) => !isGiftCard).map(itemOf),
        total: read.total_price,
        currency: read.currency,
      },
    }
  })

const newCustomer = customer.extend({ created_at: moment }).transform((read): ShopEvent => ({
  kind: 'customer',
  customer: {
    id: read.id,
    createdAt: read.created_at,
    firstName: read.first_name,
    email: read.email,
    address: read.default_address ?? null,
  },
}))

/** The subject of the requests that every app has to answer. */
const subject = z
  .object({
    customer: z.object({ id: id.nullish(), email: optionalText }).nullish(),
    orders_requested: z.array(id).nullish(),
    orders_to_redact: z.array(id).nullish(),
  })
  .transform((read) => ({
    customerId: read.customer?.id ?? null,
    email: read.customer?.email ?? null,
    orderIds: read.orders_requested ?? read.orders_to_redact ?? [],
  }))

const anything = (event: ShopEvent) => z.unknown().transform(() => event)

const productChanged = z.object({ id }).transform(({ id: productId }): ShopEvent => ({
  kind: 'product-changed',
  productId,
}))

const stockChanged = (name: 'id' | 'inventory_item_id') =>
  z.object({ [name]: id }).transform((read): ShopEvent => ({
    kind: 'stock-changed',
    inventoryItemId: String(read[name]),
  }))

const shapes: Readonly<Record<string, z.ZodType<ShopEvent>>> = {
  'orders/create': order,
  'orders/paid': order,
  'orders/updated': order,
  'orders/cancelled': order,
  // Without the order's state: whether all of it was refunded.
  'refunds/create': z.object({ order_id: id }).transform(({ order_id: orderId }): ShopEvent => ({
    kind: 'order-changed',
    orderId,
  })),
  'customers/create': newCustomer,
  'products/create': productChanged,
  'products/update': productChanged,
  'products/delete': productChanged,
  'inventory_levels/update': stockChanged('inventory_item_id'),
  'inventory_items/update': stockChanged('id'),
  'app/uninstalled': anything({ kind: 'uninstalled' }),
  'app_subscriptions/update': anything({ kind: 'charge-changed' }),
  'app_purchases_one_time/update': anything({ kind: 'charge-changed' }),
  'shop/update': anything({ kind: 'shop-changed' }),
  'customers/data_request': subject.transform((about): ShopEvent => ({
    kind: 'data-request',
    subject: about,
  })),
  'customers/redact': subject.transform((about): ShopEvent => ({
    kind: 'redact-customer',
    subject: about,
  })),
  'shop/redact': anything({ kind: 'redact-shop' }),
}

/** @throws BadRecord when the body has another shape, without its content */
export function readShopEvent({ topic, body }: { topic: string; body: string }): ShopEvent {
  const shape = shapes[topic]
  if (!shape) return { kind: 'ignored' }
  const read = shape.safeParse(parse(body))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path }) => path.join('.'))
  throw new BadRecord(`The body of ${topic} has another shape: ${fields.join(', ')}.`)
}

function parse(body: string): unknown {
  try {
    return parseExactJson(body)
  } catch {
    throw new BadRecord('The body is no JSON.')
  }
}
