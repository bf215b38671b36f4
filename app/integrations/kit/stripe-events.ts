/**
 * Payments of Stripe, by events and lists. Sources: Stripe API reference (events, checkout sessions, charges,
 * disputes).
 */
import { z } from 'zod'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ActivityRecord } from '../record.ts'
import {
  charge,
  chargeRecord,
  customer,
  customerRecord,
  dispute,
  disputeRecord,
  isComplete,
  isPaid,
  isPart,
  lineItem,
  refundRecord,
  session,
  sessionRecord,
  type Charge,
} from '../records/stripe.ts'
import { readRows, readShape } from './json.ts'
import { identifier, present, secondsMoment } from './shapes.ts'
import { get, list, type Stripe } from './stripe-api.ts'

export const isLive = ({ settings: { key, isLiveMode } }: Stripe) =>
  isLiveMode ?? key.startsWith('rk_live_')

export const event = z.object({
  id: identifier,
  type: z.string().regex(/^[\w.]{1,100}$/),
  created: secondsMoment,
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

type Event = z.output<typeof event>

/** @param chargeIn the charge that an event is about, in the form of our version */
export async function eventRecords(
  caller: Stripe,
  { type, created, data }: Event,
  chargeIn: (object: unknown) => Promise<Charge>,
): Promise<ActivityRecord[]> {
  if (type === 'customer.created') return [customerRecord(readShape(customer, data.object))]
  if (type === 'charge.refunded') return present([refundRecord(await chargeIn(data.object))])
  if (type.startsWith('charge.dispute.')) {
    const one = readShape(dispute, data.object)
    const disputed = await chargeOf(caller, one.charge)
    const isBack = type === 'charge.dispute.funds_withdrawn'
    return present([disputeRecord(one, disputed, { isBack, at: created })])
  }
  if (type === 'charge.succeeded' || type === 'charge.captured') {
    const record = await paymentRecord(caller, await chargeIn(data.object))
    // Dated by the checkout, as by the list and by most shops. Others date an order by the capture.
    const isLater = record !== null && type === 'charge.captured'
    return present([
      isLater ? { ...record, state: record.state ?? 'confirmed', as_of: created } : record,
    ])
  }
  if (!type.startsWith('checkout.session.')) return []
  const read = readShape(session, data.object)
  if (!isPaid(read)) return []
  return [sessionRecord(read, await itemsOf(caller, read.id), created)]
}

/** Events that happen after what they are about was listed. */
export const lateTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'charge.captured',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/**
 * An event of the list. It has the form of the version that the account has, so a charge is read again in ours.
 *
 * @returns null: another list has it
 */
export async function lateRecord(caller: Stripe, one: Event): Promise<ActivityRecord | null> {
  // Sessions of single payments have a charge, which is listed when it was paid.
  const isListed =
    one.type === 'checkout.session.completed' &&
    readShape(session, one.data.object).mode === 'payment'
  if (isListed || one.livemode !== isLive(caller)) return null
  const chargeIn = (object: unknown) => chargeOf(caller, readShape(named, object).id)
  const [record = null] = await eventRecords(caller, one, chargeIn)
  return record
}

const named = z.object({ id: identifier })

const chargeOf = async (caller: Stripe, id: string): Promise<Charge> =>
  (await get(caller, `charges/${id}`, {})).read(charge)

/**
 * Null: the key may not read sessions. A payment is worth showing without what was bought. Source:
 * docs.stripe.com/api/errors (2026): 403 is a right that is missing, and 401 a key that isn't accepted.
 */
function nullIfForbidden(error: unknown): null {
  if (error instanceof ConnectionLost && error.reply?.status === 403) return null
  throw error
}

/** Stripe expands four levels at most, and counts `data` as one: docs.stripe.com/api/expanding_objects. */
export const itemsOf = async (caller: Stripe, id: string) => {
  const query = { limit: '50', 'expand[]': 'data.price.product' }
  const path = `checkout/sessions/${id}/line_items`
  const reply = await get(caller, path, query).catch(nullIfForbidden)
  return readRows(lineItem, reply?.read(list).data ?? [])
}

/** As its session describes it, if it came from Checkout: that knows what was bought. */
export async function paymentRecord(caller: Stripe, one: Charge): Promise<ActivityRecord | null> {
  const isCharged = one.status === 'succeeded' && one.captured !== false
  // Charges of invoices are renewals, or have a session that names the invoice.
  if (!isCharged || one.invoice) return null
  if (!one.payment_intent) return chargeRecord(one)
  const query = { payment_intent: one.payment_intent, limit: '1' }
  const reply = await get(caller, 'checkout/sessions', query).catch((error: unknown) => {
    return error instanceof BadRecord ? null : nullIfForbidden(error)
  })
  // A session's state may be that of a payment that was only authorized.
  const [found] = readRows(session, reply?.read(list).data ?? []).filter(isComplete)
  if (!found) return chargeRecord(one)
  const record = sessionRecord(found, await itemsOf(caller, found.id), one.created)
  return isPart(one) ? { ...record, total: chargeRecord(one).total ?? null } : record
}
