/** Converts a BigCommerce store's data to records. */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import {
  identifier,
  isoMoment,
  loose,
  looseAmount,
  looseFlag,
  looseIdentifier,
  looseNumber,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal, momentOf } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord } from '../record.ts'

/** RFC 2822: `Wed, 31 Jul 2019 17:24:11 +0000`. */
const mailMoment = z
  .string()
  .regex(/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform(momentOf)

export const order = z.object({
  id: identifier,
  status_id: z.int(),
  date_created: mailMoment,
  date_modified: loose(mailMoment),
  total_inc_tax: looseAmount,
  /** Prices were shown in it. */
  currency_code: looseText,
  /** The order was paid in it, despite its name. Source: github.com/bigcommerce/dev-docs, pull request 578. */
  default_currency_code: looseText,
  /** It is archived, which the control panel calls deleted. Its status stays. */
  is_deleted: looseFlag,
  /** The storefront or the marketplace. */
  channel_id: looseIdentifier,
  billing_address: loose(
    z.object({
      first_name: looseText,
      email: looseText,
      city: looseText,
      country_iso2: looseText,
    }),
  ),
})

export const orderItem = z.object({
  name: z.string(),
  product_id: looseIdentifier,
  quantity: looseNumber,
  price_inc_tax: looseAmount,
})

/** Others are unfinished, wait for the payment, were declined (6), or are disputed. */
const states: Readonly<Record<number, ActivityRecord['state']>> = {
  // Shipped, partially shipped.
  2: 'confirmed',
  3: 'confirmed',
  4: 'refunded',
  5: 'cancelled',
  // Awaiting pickup, awaiting shipment, completed, awaiting fulfillment.
  8: 'confirmed',
  9: 'confirmed',
  10: 'confirmed',
  11: 'confirmed',
  // Partially refunded.
  14: 'confirmed',
}

export function orderRecord(
  one: z.output<typeof order>,
  items: readonly z.output<typeof orderItem>[],
): ActivityRecord | null {
  const state = one.is_deleted === true ? 'cancelled' : states[one.status_id]
  if (state === undefined) return null
  const { billing_address: billing } = one
  return {
    kind: 'purchase',
    id: one.id,
    occurred_at: one.date_created,
    state,
    as_of: one.date_modified ?? null,
    person: {
      first_name: billing?.first_name ?? null,
      email: billing?.email ?? null,
      city: billing?.city ?? null,
      country: billing?.country_iso2 ?? null,
    },
    items: items.map((item) => ({
      title: item.name,
      productId: item.product_id ?? null,
      quantity: item.quantity ?? null,
      price: decimal(item.price_inc_tax) ?? null,
    })),
    total: decimal(one.total_inc_tax) ?? null,
    currency: one.default_currency_code ?? one.currency_code ?? null,
  }
}

export const customer = z.object({
  id: identifier,
  date_created: isoMoment,
  /** Where the account was created. */
  origin_channel_id: looseIdentifier,
  first_name: looseText,
  email: looseText,
  addresses: looseRows(
    z.object({ first_name: looseText, city: looseText, country_code: looseText }),
  ),
})

export const customerRecord = (one: z.output<typeof customer>): ActivityRecord => ({
  kind: 'signup',
  id: one.id,
  occurred_at: one.date_created,
  person: {
    ...buyerOf(one.first_name, {
      billing: one.addresses.map(({ country_code: country, ...from }) => ({ ...from, country })),
    }),
    email: one.email ?? null,
  },
})

export const product = z.object({
  id: identifier,
  name: z.string(),
  is_visible: looseFlag,
  price: looseAmount,
  availability: looseText,
  inventory_tracking: looseText,
  inventory_level: looseNumber,
  custom_url: loose(z.object({ url: looseText })),
  primary_image: loose(z.object({ url_standard: looseText })),
})
type Product = z.output<typeof product>

export const isPublic = ({ is_visible: isVisible }: Product) => isVisible !== false

type Store = { secure_url?: string | null | undefined; currency?: string | null | undefined }

export function productRecord(one: Product, store: Store): ProductRecord {
  const path = one.custom_url?.url
  const base = parseWebAddress(store.secure_url)
  const isCounted = one.inventory_tracking === 'product' || one.inventory_tracking === 'variant'
  const level = one.inventory_level
  const isKnown = isCounted && Number.isInteger(level) && (level ?? -1) >= 0
  return {
    kind: 'product',
    id: one.id,
    title: one.name,
    url: path?.startsWith('/') && base ? `${base.origin}${path}` : null,
    image: one.primary_image?.url_standard ?? null,
    price: decimal(one.price) ?? null,
    currency: store.currency ?? null,
    stock: isKnown ? (level ?? null) : null,
    isAvailable: availability(one, isKnown ? level : null),
  }
}

function availability({ availability: setting }: Product, level: number | null | undefined) {
  if (setting === 'disabled') return false
  if (setting !== 'available' && setting !== 'preorder') return null
  return typeof level === 'number' ? level > 0 : true
}
