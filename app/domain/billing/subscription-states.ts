/**
 * The states of a subscription and the moves between them. docs/billing.md draws this table, and the
 * database refuses rows that contradict it.
 *
 * Two states of the specification aren't in it, because they aren't of a subscription: a generic trial
 * is a team's (`billing_accounts.trial_ends_at`), and a discontinued plan is a plan's (`isActive`).
 */
import type { subscriptionStates } from '#app/db/schema/billing.ts'

export type SubscriptionState = (typeof subscriptionStates)[number]

/** With the one that is two columns: canceled while a payment is overdue. */
export type LifeState = SubscriptionState | 'cancelled_unpaid'

/** In the order of the table in docs/billing.md. */
export const lifeStates = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'cancelled',
  'cancelled_unpaid',
  'ended',
] as const satisfies readonly LifeState[]

export const lifeStateOf = ({
  state,
  pastDueSince,
}: {
  state: SubscriptionState
  pastDueSince: Date | null
}): LifeState => (state === 'cancelled' && pastDueSince !== null ? 'cancelled_unpaid' : state)

/** Events in a subscription's life. */
export const subscriptionMoves = [
  'pay',
  'start-trial',
  'fail-payment',
  'cancel',
  'resume',
  'switch',
  'pause',
  'unpause',
  'end',
] as const
export type SubscriptionMove = (typeof subscriptionMoves)[number]

/** The state after a move. Absent: impossible. */
const moveTable: Readonly<Record<LifeState, Partial<Record<SubscriptionMove, LifeState>>>> = {
  // The first payment is open: declined, or it waits for the bank's authentication.
  incomplete: { pay: 'active', 'start-trial': 'trialing', end: 'ended' },
  trialing: {
    pay: 'active',
    'fail-payment': 'past_due',
    cancel: 'cancelled',
    switch: 'trialing',
    pause: 'paused',
    end: 'ended',
  },
  active: {
    pay: 'active',
    'fail-payment': 'past_due',
    cancel: 'cancelled',
    switch: 'active',
    pause: 'paused',
    end: 'ended',
  },
  // The plan stays for the days of grace. A switch would ask the same card for more.
  past_due: { pay: 'active', cancel: 'cancelled_unpaid', pause: 'paused', end: 'ended' },
  // Gives no plan and is charged for nothing, until staff or Stripe resume it. Canceling ends it.
  paused: { 'fail-payment': 'past_due', unpause: 'active', end: 'ended' },
  // Keeps its benefits until `endsAt`. A switch resumes it as well.
  cancelled: {
    'fail-payment': 'cancelled_unpaid',
    resume: 'active',
    switch: 'active',
    pause: 'paused',
    end: 'ended',
  },
  // Canceling buys no more time than paying late does: the days of grace can end it earlier.
  cancelled_unpaid: { pay: 'cancelled', resume: 'past_due', pause: 'paused', end: 'ended' },
  ended: {},
}

/** Null: impossible. */
export const stateAfter = (state: LifeState, move: SubscriptionMove): LifeState | null =>
  moveTable[state][move] ?? null

/** A payment may be this late before the plan ends. */
export const graceDays = 14

/** Days after the first failure on which the owner gets an email. */
export const reminderDays = [0, 5, 10] as const
