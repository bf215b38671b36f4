/** Converts a PrestaShop shop's data to records. Its numbers may be texts. */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { comingsOf, instantOf } from '#app/lib/zoned-days.ts'
import {
  identifier,
  localMoment,
  loose,
  looseAmount,
  looseIdentifier,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal, momentOf } from '../kit/values.ts'
import type { ActivityRecord, ProductRecord } from '../record.ts'

const flag = z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null)
const isOn = (value: z.output<typeof flag>) => value === true || String(value) === '1'

export const order = z.object({
  id: identifier,
  date_add: localMoment,
  date_upd: loose(localMoment),
  current_state: identifier,
  valid: flag,
  id_customer: looseIdentifier,
  id_address_invoice: looseIdentifier,
  id_address_delivery: looseIdentifier,
  id_currency: looseIdentifier,
  total_paid_tax_incl: looseAmount,
  associations: loose(
    z.object({
      order_rows: looseRows(
        z.object({
          product_id: looseIdentifier,
          product_name: z.string(),
          product_quantity: looseAmount,
          unit_price_tax_incl: looseAmount,
        }),
      ),
    }),
  ),
})

export const customer = z.object({
  id: identifier,
  date_add: localMoment,
  firstname: looseText,
  email: looseText,
  is_guest: flag,
})

export const address = z.object({
  id: identifier,
  firstname: looseText,
  city: looseText,
  id_country: looseIdentifier,
})
export const country = z.object({ id: identifier, iso_code: looseText })
export const currency = z.object({ id: identifier, iso_code: looseText })

export type Related = {
  customers: Map<string, Omit<z.output<typeof customer>, 'date_add'>>
  addresses: Map<string, z.output<typeof address>>
  countries: Map<string, z.output<typeof country>>
  currencies: Map<string, z.output<typeof currency>>
}

/**
 * The states that every shop is installed with. Others count by whether the order is valid, which it
 * isn't after a payment error (8).
 */
const endings: Readonly<Record<string, ActivityRecord['state']>> = {
  6: 'cancelled',
  7: 'refunded',
}

const momentIn = (zone: string, local: string): string => {
  const day = local.slice(0, 10)
  const minute = instantOf(zone, day, local.slice(11, 16)).getTime()
  return momentOf(minute + Number(local.slice(17, 19)) * 1000)
}

/**
 * A time that is repeated when clocks go back doesn’t say which of the two hours it is in. A refund then counts by
 * the later one and a paid order by the earlier one, so that a refund is never taken for an older change.
 */
function changedAt(zone: string, local: string, isReversal: boolean): string {
  const [first = 0, second = first] = comingsOf(zone, local.slice(0, 10), local.slice(11, 16))
  const later = isReversal ? second - first : 0
  return momentOf(Date.parse(momentIn(zone, local)) + later)
}

export function orderRecord(
  one: z.output<typeof order>,
  related: Related,
  zone: string,
): ActivityRecord | null {
  const state = endings[one.current_state] ?? (isOn(one.valid) ? 'confirmed' : null)
  if (state === null) return null
  const buyer = related.customers.get(one.id_customer ?? '')
  const placeOf = (id: string | null | undefined) => {
    const from = related.addresses.get(id ?? '')
    const country = related.countries.get(from?.id_country ?? '')?.iso_code
    return from && { first_name: from.firstname, city: from.city, country }
  }
  return {
    kind: 'purchase',
    id: one.id,
    occurred_at: momentIn(zone, one.date_add),
    state,
    as_of: one.date_upd ? changedAt(zone, one.date_upd, state !== 'confirmed') : null,
    person: {
      ...buyerOf(buyer?.firstname, {
        billing: [placeOf(one.id_address_invoice)],
        shipping: placeOf(one.id_address_delivery),
      }),
      email: buyer?.email ?? null,
    },
    items: (one.associations?.order_rows ?? []).map((row) => ({
      title: row.product_name,
      productId: row.product_id ?? null,
      quantity: decimal(row.product_quantity) ?? null,
      price: decimal(row.unit_price_tax_incl) ?? null,
    })),
    total: decimal(one.total_paid_tax_incl) ?? null,
    currency: related.currencies.get(one.id_currency ?? '')?.iso_code ?? null,
  }
}

/** Guests are customers without an account. */
export function customerRecord(
  one: z.output<typeof customer>,
  zone: string,
): ActivityRecord | null {
  if (isOn(one.is_guest)) return null
  return {
    kind: 'signup',
    id: one.id,
    occurred_at: momentIn(zone, one.date_add),
    person: {
      first_name: one.firstname ?? null,
      email: one.email ?? null,
    },
  }
}

/** A text, or one for each language of the shop. */
const translated = z.union([
  z.string(),
  z
    .array(z.object({ value: z.string() }))
    .min(1)
    .transform(([first]) => first?.value ?? ''),
])

export const product = z.object({
  id: identifier,
  name: translated,
  id_default_image: looseIdentifier,
})

export const stock = z.object({
  id_product: identifier,
  quantity: looseAmount,
  /** 1: it can be ordered beyond its stock. 2: as the shop is set to. */
  out_of_stock: looseAmount,
  /** 0: the shops of a group share the row. */
  id_shop: looseIdentifier,
})

/**
 * A product's row of stock. Several shops have a row each: without the shop's ID that of another one would
 * count, so rows that differ are none. Source: devdocs.prestashop-project.org, webservice (`id_shop`) and
 * its resource stock_availables, 2024.
 *
 * @param shop ID of the connected shop; absent or empty: its owner didn't name one
 */
export function stockOf(
  productId: string,
  rows: readonly z.output<typeof stock>[],
  shop?: string,
): z.output<typeof stock> | undefined {
  const ofProduct = rows.filter(({ id_product: id }) => id === productId)
  const ofShop = ofProduct.filter(
    ({ id_shop: id }) => !shop || id === null || id === undefined || id === '0' || id === shop,
  )
  const [first, ...others] = ofShop
  const isOne = others.every(
    (one) => one.quantity === first?.quantity && one.out_of_stock === first?.out_of_stock,
  )
  return isOne ? first : undefined
}

type Context = { store: string; stock: z.output<typeof stock> | undefined }

export function productRecord(
  one: z.output<typeof product>,
  { store, stock: counted }: Context,
): ProductRecord {
  const quantity = piecesOf(counted?.quantity)
  const mode = String(counted?.out_of_stock)
  const isEndless = mode === '1'
  const image = one.id_default_image
  return {
    kind: 'product',
    id: one.id,
    title: one.name,
    // Every theme forwards this address to the product's own.
    url: `${store}/index.php?id_product=${one.id}&controller=product`,
    image:
      image && /^\d+$/.test(image)
        ? `${store}/img/p/${image.split('').join('/')}/${image}.jpg`
        : null,
    // The webservice gives it without tax, and visitors see it with tax.
    price: null,
    stock: isEndless || quantity === undefined ? null : quantity,
    isAvailable: availability(quantity, mode),
  }
}

/** Below zero, pieces are owed: none is left. Undefined: it can't be read. */
function piecesOf(value: string | number | null | undefined): number | undefined {
  const text = String(value ?? '').trim()
  return /^-?\d{1,12}$/.test(text) ? Math.max(0, Number(text)) : undefined
}

function availability(quantity: number | undefined, mode: string): boolean | null {
  if (mode === '1') return true
  if (quantity === undefined) return null
  if (quantity > 0) return true
  return mode === '0' ? false : null
}
