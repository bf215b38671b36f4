/** A first order whose payment waits: it's continued at its price, or replaced by another one. */
import { Refusal } from '#app/lib/errors.ts'
import type { TeamChannel } from '../channel-of.server.ts'
import type { WaitingOrder } from '../channels/charge-preview.ts'
import { calculatedAgain, type ShownPrice } from './shown-price.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

type Waiting = Pick<TeamChannel, 'card' | 'customer'> & {
  /** Null: there is no subscription. */
  main: SubscriptionRow | null
}

/** As the provider has it now. Null: none waits. */
export async function readWaiting({ card, customer, main }: Waiting): Promise<WaitingOrder | null> {
  if (card === null || customer === null || main?.state !== 'incomplete') return null
  return card.readWaitingOrder(customer, main.providerId)
}

/**
 * Whether an order goes on with the payment that waits, at its price. Without a coupon it does, too: an order
 * keeps the coupon that it was placed with.
 */
export function isContinued(
  { planId, coupon }: { planId: string; coupon: string | null },
  { main, card, waiting }: Omit<Waiting, 'customer'> & { waiting: WaitingOrder | null },
): boolean {
  if (main?.state !== 'incomplete' || main.planId !== planId) return false
  // In a shop it waits for an approval, which is asked for again.
  if (card === null) return coupon === null
  if (waiting === null) return false
  return coupon === null || coupon.toLowerCase() === waiting.coupon?.toLowerCase()
}

/**
 * Refuses to continue an order at another price than the one that was shown. The form that placed it showed
 * its price, too.
 *
 * @throws Refusal `conflict`
 */
export function requireShownOrder(
  { basis, operation }: ShownPrice & { operation: string },
  waiting: WaitingOrder | null,
): void {
  if (basis === undefined || waiting === null) return
  if (basis === waiting.charge.basis || operation === waiting.operation) return
  throw new Refusal('conflict', calculatedAgain)
}
