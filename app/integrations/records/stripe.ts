/** Converts Stripe's data to records. */
import { z } from 'zod'
import { firstNameOf } from '../kit/names.ts'
import {
  identifier,
  loose,
  looseFlag,
  looseIdentifier,
  looseNumber,
  looseRows,
  looseText,
  secondsMoment,
} from '../kit/shapes.ts'
import { fromMinorUnits } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

const address = loose(z.object({ city: looseText, country: looseText }))
const contact = loose(z.object({ name: looseText, email: looseText, address }))

export const lineItem = z.object({
  description: looseText,
  quantity: looseNumber,
  currency: looseText,
  price: loose(
    z.object({
      unit_amount: looseNumber,
      product: loose(z.object({ name: looseText, images: looseRows(z.string()), url: looseText })),
    }),
  ),
})

export const session = z.object({
  id: identifier,
  created: secondsMoment,
  livemode: z.boolean(),
  mode: z.string(),
  status: looseText,
  payment_status: z.string(),
  payment_intent: looseIdentifier,
  invoice: looseIdentifier,
  amount_total: looseNumber,
  currency: looseText,
  customer_details: contact,
})
type Session = z.output<typeof session>

export const charge = z.object({
  id: identifier,
  created: secondsMoment,
  livemode: z.boolean(),
  status: z.string(),
  captured: looseFlag,
  refunded: looseFlag,
  disputed: looseFlag,
  payment_intent: looseIdentifier,
  invoice: looseIdentifier,
  amount: looseNumber,
  amount_captured: looseNumber,
  amount_refunded: looseNumber,
  currency: looseText,
  description: looseText,
  receipt_email: looseText,
  billing_details: contact,
})
export type Charge = z.output<typeof charge>

/** With its charge, which says whether all of the money went back. Null: it isn't of a charge. */
export const refund = z.object({ charge: charge.nullable() })

/** Source: the types of stripe-node (Disputes). */
export const dispute = z.object({ charge: identifier, amount: z.int() })

export const customer = z.object({
  id: identifier,
  created: secondsMoment,
  livemode: z.boolean(),
  name: looseText,
  email: looseText,
  address,
})

const personOf = (from: z.output<typeof contact>, email?: string | null) => ({
  first_name: firstNameOf(from?.name, from?.address?.country),
  email: from?.email ?? email ?? null,
  city: from?.address?.city ?? null,
  country: from?.address?.country ?? null,
})

/**
 * A session that only keeps a card for later (`setup`) is no purchase. One that needs no payment is free, or
 * a trial that can end without any. Source: docs.stripe.com/api/checkout/sessions/object (2026).
 */
export const isPaid = (one: Session) => isComplete(one) && one.payment_status === 'paid'

/** Its form was sent. Whether it was paid, its charge says. */
export const isComplete = ({ mode, status }: Session) =>
  (mode === 'payment' || mode === 'subscription') && status === 'complete'

/** Less was captured than had been authorized. Old objects name 0. */
export const isPart = ({ amount, amount_captured: captured }: Charge): boolean =>
  captured != null && captured > 0 && captured < (amount ?? 0)

/**
 * One purchase has the same id from its session and from its charge.
 *
 * @param paidAt a session begins when its page is opened, up to a day before. Absent: nothing says when
 */
export const sessionRecord = (
  one: Session,
  items: z.output<typeof lineItem>[],
  paidAt = one.created,
): ActivityRecord => ({
  kind: 'purchase',
  id: one.payment_intent ?? one.invoice ?? one.id,
  occurred_at: paidAt,
  test: !one.livemode,
  person: personOf(one.customer_details),
  items: items.map(({ description, quantity, currency, price }) => ({
    title: price?.product?.name ?? description ?? '',
    quantity: quantity ?? null,
    price: fromMinorUnits(price?.unit_amount, currency ?? one.currency) ?? null,
    url: price?.product?.url ?? null,
    image: price?.product?.images[0] ?? null,
  })),
  total: fromMinorUnits(one.amount_total, one.currency) ?? null,
  currency: one.currency ?? null,
})

export const chargeRecord = (one: Charge): ActivityRecord => ({
  kind: 'purchase',
  id: one.invoice ?? one.payment_intent ?? one.id,
  occurred_at: one.created,
  state: one.refunded ? 'refunded' : 'confirmed',
  test: !one.livemode,
  person: personOf(one.billing_details, one.receipt_email),
  items: one.description ? [{ title: one.description }] : [],
  total: fromMinorUnits(isPart(one) ? one.amount_captured : one.amount, one.currency) ?? null,
  currency: one.currency ?? null,
})

/** Part of the money back leaves a purchase. */
export const refundRecord = (one: Charge) => (one.refunded ? chargeRecord(one) : null)

/**
 * A chargeback. One of part of the money that was left leaves a purchase (null), like a refund.
 *
 * @param isBack the money went back; false: the shop got it again. A renewal is no purchase by that (null)
 */
export function disputeRecord(
  { amount }: z.output<typeof dispute>,
  one: Charge,
  { isBack, at }: { isBack: boolean; at: string },
): ActivityRecord | null {
  const taken = (isPart(one) ? one.amount_captured : one.amount) ?? 0
  const isOfPart = amount < taken - (one.amount_refunded ?? 0)
  if (one.status !== 'succeeded' || isOfPart || (!isBack && one.invoice)) return null
  const record = chargeRecord(one)
  return { ...record, state: isBack ? 'refunded' : (record.state ?? 'confirmed'), as_of: at }
}

/**
 * A charge that the list calls disputed, whose dispute no webhook reported. The list says neither of how much nor
 * how it ended, so it isn't shown. One that the shop won says so later than this.
 */
export const disputedRecord = (one: Charge): ActivityRecord => ({
  ...chargeRecord(one),
  state: 'refunded',
  as_of: one.created,
})

export const customerRecord = (one: z.output<typeof customer>): ActivityRecord => ({
  kind: 'signup',
  id: one.id,
  occurred_at: one.created,
  test: !one.livemode,
  person: personOf(one),
})
