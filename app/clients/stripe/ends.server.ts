/** Ends of subscriptions: with their period, or on a day that was set by hand in Stripe’s dashboard. */
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import type { StripeSubscription } from './snapshots.ts'
import type { keyOf, StripeClient } from './stripe-client.server.ts'

type Key = ReturnType<typeof keyOf>

type Ends = {
  /** Removes the end. Without one nothing is sent. */
  dropEnd: (subscription: StripeSubscription, key: Key) => Promise<void>
  /**
   * Turns an end that was set by hand for exactly the period’s end into one with the period. Only that one is
   * part of a switch that waits for its payment, and is removed with it. Where Stripe refuses that, it stays as
   * it is: the switch goes on.
   */
  adoptEnd: (subscription: StripeSubscription, key: Key) => Promise<void>
}

export function createEnds({ ask }: Pick<StripeClient, 'ask'>): Ends {
  return {
    async dropEnd({ id, cancel_at_period_end: isWithPeriod, cancel_at: at }, key) {
      if (!isWithPeriod && at === null) return
      // An end that was set by hand has a parameter of its own, and the other one leaves it as it is.
      const params = isWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      await ask((stripe) => stripe.subscriptions.update(id, params, key))
    },
    async adoptEnd({ id, cancel_at_period_end: isWithPeriod, cancel_at: at, items }, key) {
      const isAtEnd = items.data.every(
        ({ current_period_end: end }) => end.getTime() === at?.getTime(),
      )
      if (isWithPeriod || !isAtEnd) return
      try {
        await ask((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true }, key))
      } catch (error) {
        if (!(error instanceof ChargeRefused)) throw error
      }
    },
  }
}
