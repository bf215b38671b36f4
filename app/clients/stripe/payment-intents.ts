/** Payments as Stripe has them. */
import { z } from 'zod'

export const intentShape = z.object({
  status: z.string(),
  /** The part that was charged, in the smallest unit of its currency. */
  amount_received: z.number().int(),
})
type Intent = z.output<typeof intentShape>

const asking = ['requires_action', 'requires_confirmation']
const off = ['requires_payment_method', 'requires_capture', 'canceled']

/** The browser has to confirm it. */
export const asks = ({ status }: Intent): boolean => asking.includes(status)

/** The bank works on it. So does one in a status that we don't know: it isn't given up, and no other is made. */
export const isOnItsWay = ({ status }: Intent): boolean =>
  status !== 'succeeded' && !asking.includes(status) && !off.includes(status)

export const isPaid = ({ status }: Intent): boolean => status === 'succeeded'
