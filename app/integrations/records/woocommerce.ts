/** Orders, customers, products and reviews of WooCommerce as records. */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { firstNameOf } from '../kit/names.ts'
import {
  localMoment,
  loose,
  looseAmount,
  looseNumber,
  looseOrderNumber,
  looseRows,
  looseText,
  looseFlag,
} from '../kit/shapes.ts'
import { decimal, utcMoment } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord, RemovedProductRecord } from '../record.ts'

export const identified = z.object({ id: z.int().positive() })
/** Numbers from 1 on. A guest's order or a line without a product has 0. */
const looseId = loose(z.int().positive())
const address = loose(
  z.object({
    first_name: looseText,
    city: looseText,
    country: looseText,
    email: looseText,
  }),
)

export const orderShape = z.object({
  id: z.int().positive(),
  /** The same as the id, unless a plugin numbers orders. */
  number: looseOrderNumber,
  status: z.string(),
  currency: looseText,
  total: looseAmount,
  date_created_gmt: localMoment,
  date_paid_gmt: loose(localMoment),
  date_modified_gmt: loose(localMoment),
  billing: address,
  line_items: looseRows(
    z.object({
      name: z.string(),
      product_id: looseId,
      quantity: looseNumber,
      price: looseAmount,
      image: loose(z.object({ src: looseText })),
    }),
  ),
})

/**
 * An order counts once it is paid. Other states come before, or are never shown. `failed` is a payment
 * that was declined: the customer pays the same order at the next try.
 */
const states: Readonly<Record<string, ActivityRecord['state']>> = {
  processing: 'confirmed',
  completed: 'confirmed',
  refunded: 'refunded',
  cancelled: 'cancelled',
  trash: 'cancelled',
}

export function orderRecord(order: z.output<typeof orderShape>): ActivityRecord | null {
  const state = states[order.status]
  if (state === undefined) return null
  return {
    kind: 'purchase',
    id: String(order.id),
    number: order.number ?? null,
    occurred_at: utcMoment(order.date_paid_gmt ?? order.date_created_gmt),
    state,
    as_of: order.date_modified_gmt ? utcMoment(order.date_modified_gmt) : null,
    person: order.billing ?? null,
    items: order.line_items.map((item) => ({
      title: item.name,
      quantity: item.quantity ?? null,
      price: decimal(item.price) ?? null,
      image: item.image?.src ?? null,
      productId: item.product_id ? String(item.product_id) : null,
    })),
    total: decimal(order.total) ?? null,
    currency: order.currency ?? null,
  }
}

export const customerShape = z.object({
  id: z.int().positive(),
  date_created_gmt: localMoment,
  email: looseText,
  first_name: looseText,
  billing: address,
})

export const customerRecord = (customer: z.output<typeof customerShape>): ActivityRecord => ({
  kind: 'signup',
  id: String(customer.id),
  occurred_at: utcMoment(customer.date_created_gmt),
  person: {
    ...buyerOf(customer.first_name, { billing: [customer.billing] }),
    email: customer.email ?? null,
  },
})

export const productShape = z.object({
  id: z.int().positive(),
  name: z.string(),
  permalink: looseText,
  price: looseAmount,
  status: z.string().nullish(),
  stock_quantity: looseNumber,
  stock_status: looseText,
  images: looseRows(z.object({ src: looseText })),
})

export function productRecord(
  product: z.output<typeof productShape>,
): ProductRecord | RemovedProductRecord {
  const id = String(product.id)
  if (product.status && product.status !== 'publish') return { kind: 'product_removed', id }
  return {
    kind: 'product',
    id,
    title: product.name,
    url: product.permalink ?? null,
    image: product.images[0]?.src ?? null,
    price: decimal(product.price) ?? null,
    ...stockOf(product),
  }
}

/** Below zero, pieces are owed. A product that can be ordered in advance has no end. */
function stockOf({
  stock_status: status,
  stock_quantity: quantity,
}: z.output<typeof productShape>) {
  const stock = typeof quantity === 'number' ? Math.max(0, quantity) : null
  if (!status) return { stock, isAvailable: null }
  if (status === 'onbackorder') return { stock: null, isAvailable: true }
  return { stock, isAvailable: status === 'instock' }
}

export const reviewShape = z.object({
  id: z.int().positive(),
  date_created_gmt: localMoment,
  product_id: looseId,
  product_name: looseText,
  product_permalink: looseText,
  status: z.string().nullish(),
  reviewer: looseText,
  review: looseText,
  rating: z.int().min(0).max(5),
  verified: looseFlag,
})

export function reviewRecord(review: z.output<typeof reviewShape>): ActivityRecord | null {
  if (review.status && review.status !== 'approved') return null
  if (review.rating < 1) return null
  return {
    kind: 'review',
    id: `woocommerce-${String(review.id)}`,
    occurred_at: utcMoment(review.date_created_gmt),
    person: { first_name: firstNameOf(review.reviewer) },
    items: review.product_name
      ? [
          {
            title: review.product_name,
            url: review.product_permalink ?? null,
            productId: review.product_id ? String(review.product_id) : null,
          },
        ]
      : [],
    stars: review.rating,
    body: review.review ?? null,
    sourceUrl: review.product_permalink ?? null,
    isVerified: review.verified ?? null,
  }
}
