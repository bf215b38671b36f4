import type { Money } from '#app/lib/money.ts'
import type { SubscriptionRow } from '../stored/subscription-rows.ts'

/** Facts that a provider may clear when a subscription ends. Read before that, and kept with its row. */
export type ContinuedTerms = NonNullable<SubscriptionRow['overdueEndTerms']>

/**
 * Outcome of the end of an overdue plan. `none`: it was owed until then. `waiting`: its bank or another
 * order comes first. `refund`: it was paid before it ended and can't go on.
 */
export type Continuation =
  | { kind: 'none' | 'continued' | 'waiting' }
  | ({ kind: 'refund'; invoice: string } & Money)

export type ContinuationMethods = {
  /** Read before its end: what it's continued with. Null: it's unknown, another customer's, or over. */
  readTerms: (
    customer: { teamId: number; providerId: string },
    of: { subscription: string },
  ) => Promise<ContinuedTerms | null>
  /** Goes on with a plan that was paid before it ended for its debt (`endNow`). Repeatable. */
  continuePaid: (
    customer: { teamId: number; providerId: string },
    of: { subscription: string; terms: ContinuedTerms },
  ) => Promise<Continuation>
}
