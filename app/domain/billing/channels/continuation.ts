import type { Money } from '#app/lib/money.ts'

/**
 * Outcome of the end of an overdue plan. `none`: it was owed until then. `waiting`: its bank or another
 * order comes first. `refund`: it was paid before it ended and can't go on.
 */
export type Continuation =
  | { kind: 'none' | 'continued' | 'waiting' }
  | ({ kind: 'refund'; invoice: string } & Money)

export type ContinuationMethods = {
  /** Goes on with a plan that was paid before it ended for its debt (`endNow`). Repeatable. */
  continuePaid: (
    customer: { teamId: number; providerId: string },
    of: { subscription: string },
  ) => Promise<Continuation>
}
