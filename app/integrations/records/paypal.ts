/** Converts PayPal's data to records. */
import { z } from 'zod'
import { buyerOf } from '#app/lib/names/buyer.ts'
import { firstNameOf } from '../kit/names.ts'
import {
  identifier,
  isoMoment,
  loose,
  looseAmount,
  looseIdentifier,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import { decimal } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

const money = loose(z.object({ value: looseAmount, currency_code: looseText }))

export const capture = z.object({
  id: identifier,
  status: z.string(),
  create_time: isoMoment,
  amount: money,
  supplementary_data: loose(
    z.object({ related_ids: loose(z.object({ order_id: looseIdentifier })) }),
  ),
})

export type Capture = z.output<typeof capture>

const address = loose(z.object({ admin_area_2: looseText, country_code: looseText }))

const buyer = loose(
  z.object({
    name: loose(z.object({ given_name: looseText })),
    email_address: looseText,
    address,
  }),
)

export const order = z.object({
  /** Deprecated: newer orders name the buyer by how they paid. */
  payer: buyer,
  payment_source: loose(
    z.object({ paypal: buyer, venmo: buyer, card: loose(z.object({ name: looseText })) }),
  ),
  purchase_units: looseRows(
    z.object({
      items: looseRows(
        z.object({ name: z.string(), quantity: looseAmount, unit_amount: money, url: looseText }),
      ),
      /** The recipient, who may be another person. */
      shipping: loose(z.object({ name: loose(z.object({ full_name: looseText })), address })),
    }),
  ),
})

export type Order = z.output<typeof order>

/** Refunded money. Only a link names the payment that it came from. */
export const refund = z.object({
  sale_id: looseIdentifier,
  links: looseRows(z.object({ rel: z.string(), href: z.string() })),
})

/** The id of the capture or the sale. The link itself is never followed. */
export function sourceOf({ sale_id: saleId, links }: z.output<typeof refund>): string | null {
  if (saleId) return saleId
  const up = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/captures\/([\w-]{1,100})$/.exec(up)?.[1] ?? null
}

export const sale = z.object({
  id: identifier,
  state: z.string(),
  create_time: isoMoment,
  amount: loose(z.object({ total: looseAmount, currency: looseText })),
})

type Context = {
  isTest: boolean
  order?: Order | null
  /** The money went back. */
  isBack?: boolean
}

const placeOf = (from: z.output<typeof address>, fullName?: string | null) =>
  from && {
    first_name: firstNameOf(fullName, from.country_code),
    city: from.admin_area_2,
    country: from.country_code,
  }

export function captureRecord(
  one: Capture,
  { isTest, order: bought = null, isBack = false }: Context,
): ActivityRecord {
  const source = bought?.payment_source
  const payer = bought?.payer ?? source?.paypal ?? source?.venmo
  const country = payer?.address?.country_code
  const sent = bought?.purchase_units.find(({ shipping }) => shipping?.address)?.shipping
  return {
    kind: 'purchase',
    id: one.id,
    occurred_at: one.create_time,
    state: isBack ? 'refunded' : 'confirmed',
    test: isTest,
    person: {
      ...buyerOf(payer?.name?.given_name ?? firstNameOf(source?.card?.name, country), {
        billing: [placeOf(payer?.address)],
        shipping: placeOf(sent?.address, sent?.name?.full_name),
      }),
      email: payer?.email_address ?? null,
    },
    items: (bought?.purchase_units ?? []).flatMap(({ items }) =>
      items.map(({ name, quantity, unit_amount: price, url }) => ({
        title: name,
        quantity: decimal(quantity) ?? null,
        price: decimal(price?.value) ?? null,
        url: url ?? null,
      })),
    ),
    total: decimal(one.amount?.value) ?? null,
    currency: one.amount?.currency_code ?? null,
  }
}

/** Older payments, and those of subscriptions, don't name the buyer. */
export const saleRecord = (
  one: z.output<typeof sale>,
  isTest: boolean,
  isBack = false,
): ActivityRecord => ({
  kind: 'purchase',
  id: one.id,
  occurred_at: one.create_time,
  state: isBack ? 'refunded' : 'confirmed',
  test: isTest,
  total: decimal(one.amount?.total) ?? null,
  currency: one.amount?.currency ?? null,
})
