import type { StoredInvoiceLine } from '#app/db/schema/billing.ts'

/** Preview of the charges for a change. */
export type ChargePreview = {
  /** The moment from which the rest of the period was counted. */
  countedFrom: Date
  /** Credits are negative. */
  lines: StoredInvoiceLine[]
  taxCents: number
  /** After discounts and with tax, before the customer's balance. */
  totalCents: number
  /** Charged immediately. Negative: credited to the next invoice. */
  dueNowCents: number
  /** The part that is too small to charge, and is added to the next invoice. */
  carriedCents: number
  /** The invoice after that, and when. */
  nextCents: number
  nextAt: Date | null
  /** The coupon is used up by what is charged immediately. False also without one. */
  isCouponOnce: boolean
  /** What the price depends on at the provider (`readPriceBasis`). */
  basis: string
}
