/** Converts a Magento shop's data to records. */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { readRows } from '../kit/json.ts'
import {
  identifier,
  localMoment,
  loose,
  looseAmount,
  looseIdentifier,
  looseOrderNumber,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal, utcMoment } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord } from '../record.ts'

const address = loose(z.object({ firstname: looseText, city: looseText, country_id: looseText }))

export const order = z.object({
  entity_id: identifier,
  increment_id: looseOrderNumber,
  created_at: localMoment,
  updated_at: loose(localMoment),
  state: z.string(),
  grand_total: looseAmount,
  order_currency_code: looseText,
  customer_email: looseText,
  customer_firstname: looseText,
  billing_address: address,
  items: looseRows(
    z.object({
      name: z.string(),
      product_id: looseIdentifier,
      qty_ordered: looseAmount,
      price_incl_tax: looseAmount,
      parent_item_id: looseIdentifier,
    }),
  ),
})

/** An order that isn't invoiced yet is no purchase. The status has names that shops choose. */
const states: Readonly<Record<string, ActivityRecord['state']>> = {
  processing: 'confirmed',
  complete: 'confirmed',
  closed: 'refunded',
  canceled: 'cancelled',
}

const placeOf = (from: z.output<typeof address>) =>
  from && { first_name: from.firstname, city: from.city, country: from.country_id }

export function orderRecord(one: z.output<typeof order>): ActivityRecord | null {
  const state = states[one.state]
  if (state === undefined) return null
  const { billing_address: billing } = one
  return {
    kind: 'purchase',
    id: one.entity_id,
    number: one.increment_id ?? null,
    occurred_at: utcMoment(one.created_at),
    state,
    as_of: one.updated_at ? utcMoment(one.updated_at) : null,
    person: {
      ...buyerOf(one.customer_firstname, { billing: [placeOf(billing)] }),
      email: one.customer_email ?? null,
    },
    // The variant that was chosen is listed again, below its product.
    items: one.items
      .filter(({ parent_item_id: parent }) => !parent)
      .map((item) => ({
        title: item.name,
        productId: item.product_id ?? null,
        quantity: decimal(item.qty_ordered) ?? null,
        price: decimal(item.price_incl_tax) ?? null,
      })),
    total: decimal(one.grand_total) ?? null,
    currency: one.order_currency_code ?? null,
  }
}

export const customer = z.object({
  id: identifier,
  created_at: localMoment,
  email: looseText,
  firstname: looseText,
  addresses: looseRows(address),
})

export const customerRecord = (one: z.output<typeof customer>): ActivityRecord => ({
  kind: 'signup',
  id: one.id,
  occurred_at: utcMoment(one.created_at),
  person: {
    ...buyerOf(one.firstname, { billing: one.addresses.map(placeOf) }),
    email: one.email ?? null,
  },
})

/** Physical stock at one source: orders that aren't shipped yet are part of it. */
const sourceItem = z.object({
  sku: z.string(),
  quantity: looseAmount,
  /** 1: in stock, 0: out of stock. */
  status: z.union([z.literal(0), z.literal(1)]),
})

/** Null: there is some, and the shop doesn't count it. */
export type Stock = { quantity: number | null; isAvailable: boolean }

export function stocksBySku(rows: readonly unknown[]): ReadonlyMap<string, Stock> {
  const stocks = new Map<string, Stock>()
  for (const { sku, quantity, status } of readRows(sourceItem, rows)) {
    const here = status === 1 ? (decimal(quantity) ?? 0) : 0
    const known = stocks.get(sku)
    const total = (known?.quantity ?? 0) + Math.floor(here)
    const isAvailable = known?.isAvailable === true || status === 1
    stocks.set(sku, { quantity: isAvailable && total === 0 ? null : total, isAvailable })
  }
  return stocks
}

export const product = z.object({
  id: identifier,
  sku: looseText,
  name: z.string(),
  price: looseAmount,
  media_gallery_entries: looseRows(
    z.object({ media_type: z.literal('image'), file: z.string().regex(/^\/[\w./-]{1,300}$/) }),
  ),
  custom_attributes: looseRows(z.object({ attribute_code: z.string(), value: looseText })),
})

export function productRecord(
  one: z.output<typeof product>,
  { store, ending, stock }: { store: string; ending: string; stock?: Stock | undefined },
): ProductRecord {
  const key = one.custom_attributes.find((each) => each.attribute_code === 'url_key')?.value
  const file = one.media_gallery_entries[0]?.file
  return {
    kind: 'product',
    id: one.id,
    title: one.name,
    url: key ? `${store}/${encodeURIComponent(key)}${ending}` : null,
    image: file ? `${store}/media/catalog/product${file}` : null,
    // Products with variants have no price of their own, and say 0.
    price: decimal(one.price) || null,
    // Those with variants have no stock of their own.
    ...(stock ? { stock: stock.quantity, isAvailable: stock.isAvailable } : {}),
  }
}
