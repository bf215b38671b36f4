/** Orders, customers, products and reviews of WooCommerce as records. */
import { z } from 'zod'
import { decimal, firstWord, plainText, utcMoment } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord, RemovedProductRecord } from '../record.ts'

export const identified = z.object({ id: z.number() })
const text = z.string().nullish()
const address = z.object({ first_name: text, city: text, country: text, email: text }).nullish()

export const orderShape = z.object({
  id: z.number(),
  status: z.string(),
  currency: text,
  total: z.union([z.string(), z.number()]).nullish(),
  date_created_gmt: z.string(),
  date_paid_gmt: text,
  billing: address,
  line_items: z
    .array(
      z.object({
        name: z.string(),
        product_id: z.number().nullish(),
        quantity: z.number().nullish(),
        price: z.union([z.string(), z.number()]).nullish(),
        image: z.object({ src: text }).nullish(),
      }),
    )
    .nullish(),
})

/** An order counts once it is paid. Other states come before, or are never shown. */
const states: Readonly<Record<string, ActivityRecord['state']>> = {
  processing: 'confirmed',
  completed: 'confirmed',
  refunded: 'refunded',
  cancelled: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
}

export function orderRecord(order: z.output<typeof orderShape>): ActivityRecord | null {
  const state = states[order.status]
  if (state === undefined) return null
  return {
    kind: 'purchase',
    id: String(order.id),
    occurred_at: utcMoment(order.date_paid_gmt || order.date_created_gmt),
    state,
    person: order.billing ?? null,
    items: (order.line_items ?? []).map((item) => ({
      title: plainText(item.name) ?? '',
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
  id: z.number(),
  date_created_gmt: z.string(),
  email: text,
  first_name: text,
  billing: address,
})

export const customerRecord = (customer: z.output<typeof customerShape>): ActivityRecord => ({
  kind: 'signup',
  id: String(customer.id),
  occurred_at: utcMoment(customer.date_created_gmt),
  person: {
    first_name: customer.first_name || customer.billing?.first_name,
    email: customer.email ?? null,
    city: customer.billing?.city ?? null,
    country: customer.billing?.country ?? null,
  },
})

export const productShape = z.object({
  id: z.number(),
  name: z.string(),
  permalink: text,
  price: z.union([z.string(), z.number()]).nullish(),
  status: text,
  stock_quantity: z.number().nullish(),
  stock_status: text,
  images: z.array(z.object({ src: text })).nullish(),
})

export function productRecord(
  product: z.output<typeof productShape>,
): ProductRecord | RemovedProductRecord {
  const id = String(product.id)
  if (product.status && product.status !== 'publish') return { kind: 'product_removed', id }
  return {
    kind: 'product',
    id,
    title: plainText(product.name) ?? '',
    url: product.permalink ?? null,
    image: product.images?.[0]?.src ?? null,
    price: decimal(product.price) ?? null,
    stock: product.stock_quantity ?? null,
    isAvailable: product.stock_status ? product.stock_status === 'instock' : null,
  }
}

export const reviewShape = z.object({
  id: z.number(),
  date_created_gmt: z.string(),
  product_id: z.number().nullish(),
  product_name: text,
  product_permalink: text,
  status: text,
  reviewer: text,
  review: text,
  rating: z.number(),
})

export function reviewRecord(review: z.output<typeof reviewShape>): ActivityRecord | null {
  if (review.status && review.status !== 'approved') return null
  if (review.rating < 1) return null
  return {
    kind: 'review',
    id: `woocommerce-${String(review.id)}`,
    occurred_at: utcMoment(review.date_created_gmt),
    person: { first_name: firstWord(review.reviewer) ?? null },
    items: review.product_name
      ? [
          {
            title: plainText(review.product_name) ?? '',
            url: review.product_permalink ?? null,
            productId: review.product_id ? String(review.product_id) : null,
          },
        ]
      : [],
    stars: review.rating,
    body: plainText(review.review) ?? null,
  }
}
