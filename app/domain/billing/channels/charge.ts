/** Charges that can come after their team was deleted. */
import type { ContinuationMethods } from './continuation.ts'
import type { Money } from '#app/lib/money.ts'

/** Reason of a charge: an invoice, or the checkout of a purchase, which has an invoice only once it's paid. */
export type Chargeable = { kind: 'invoice' | 'checkout'; id: string }

/** The part that was charged and not given back, and whether more can follow. */
export type ChargeSnapshot = Money & {
  /** A closed checkout is void. */
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /** The bank works on its payment. */
  isProcessing: boolean
}

/** The provider's id. */
type Customer = { providerId: string }

export type ChargeMethods = ContinuationMethods & {
  /** Null: it doesn't exist. */
  readCharge: (of: Chargeable) => Promise<ChargeSnapshot | null>
  /** Checkouts that can still be paid, and those whose payment hasn't arrived. */
  listUnpaidCheckouts: (customer: Customer) => Promise<{ id: string; isOpen: boolean }[]>
  /** Closes an open checkout: it can't be paid any more. Repeatable, and nothing happens to one that was paid. */
  closeCheckout: (id: string) => Promise<void>
}
