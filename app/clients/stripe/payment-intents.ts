/** Payments as Stripe has them. */
import { z } from 'zod'

export const intentShape = z.object({
  status: z.string(),
  /** The part that was charged, in the smallest unit of its currency. */
  amount_received: z.number().int(),
  /** Present where it's asked for. */
  latest_charge: z.union([z.string(), z.object({ amount_refunded: z.number().int() })]).nullish(),
})
type Intent = z.output<typeof intentShape>

const asking = ['requires_action', 'requires_confirmation']
const off = ['requires_payment_method', 'requires_capture', 'canceled']

/** The browser has to confirm it. */
export const asks = ({ status }: Intent): boolean => asking.includes(status)

/** Nothing comes of it without another attempt. */
export const isOff = ({ status }: Pick<Intent, 'status'>): boolean => off.includes(status)

/** The bank works on it. So does one in a status that we don't know: it isn't given up, and no other is made. */
export const isOnItsWay = ({ status }: Intent): boolean =>
  status !== 'succeeded' && !asking.includes(status) && !off.includes(status)

/**
 * The part that was charged and not given back. The amount received stays when it's refunded: Stripe adds refunds
 * up at the charge (docs.stripe.com/api/charges/object), which the read has to expand.
 */
export const keptCents = ({ status, amount_received: received, latest_charge: charge }: Intent) =>
  status !== 'succeeded'
    ? 0
    : received - (typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0)

export const isPaid = ({ status }: Intent): boolean => status === 'succeeded'
