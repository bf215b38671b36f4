/** Coupons that merchants enter, and those that staff give. */
import type { StoredDiscount } from '#app/db/schema/billing.ts'
import type { Plan } from '#app/domain/plans/catalog.ts'

/** A coupon's discount, and how long it lasts. */
export type CouponTerms = Pick<
  StoredDiscount,
  'percentOff' | 'amountOffCents' | 'duration' | 'months'
>

/** A coupon, and the order of a plan or the running subscription that it is for. */
export type CouponUse = {
  code: string
  /** Codes that the organization has used: each coupon works once, by any of its codes. Absent: none. */
  used?: readonly string[]
  /** A first order that waits, and is replaced by the one with the coupon. Absent or null: none. */
  replaces?: string | null
} & ({ plan: Plan; quantity: number } | { subscription: string })

/** The discount, or why the provider wouldn't give it. */
export type CouponAnswer =
  | { discount: StoredDiscount }
  /**
   * `unknown`: no coupon of this code could be used now. `plan`: it's for other plans. `first`: it's for
   * customers who have never paid. `customer`: it's another's. `used`: by another of its codes.
   */
  | { refused: 'unknown' | 'plan' | 'first' | 'customer' | 'used' }
  | { refused: 'amount'; leastCents: number }
