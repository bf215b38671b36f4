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
  /** The invoice after that, and when. Null: not known. */
  nextCents: number | null
  nextAt: Date | null
  /** The coupon is used up by what is charged immediately. False also without one. */
  isCouponOnce: boolean
  /** The facts that the price depends on at the provider (`readPriceBasis`). */
  basis: string
}

/** A first order whose payment waits. */
export type WaitingOrder = {
  /** The operation of the form that placed it. Null: not known. */
  operation: string | null
  /** The one that it was placed with. Null: none. */
  coupon: string | null
  /** The charge of its open invoice. */
  charge: ChargePreview
}

/** The price of a plan, as it would be charged now. */
export type PlanPreview = ChargePreview & {
  /** The order whose payment waits: it would be continued, at this price, or replaced. Null: none waits. */
  waiting: { isContinued: boolean; planId: string; coupon: string | null } | null
}
