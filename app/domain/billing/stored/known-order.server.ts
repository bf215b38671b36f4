/** Orders that are sent again: after the bank's question, or because an answer was lost. */
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { findOrder } from './placed-order.server.ts'
import { hasUsedCoupon } from './store-subscriptions.server.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

type Order = {
  planId: string
  /** Null: none. */
  coupon: string | null
  /** The subscription as it is now. Null: there is none. */
  main: SubscriptionRow | null
}

/**
 * Whether an order from an older screen did all it asked for, and its answer was lost: the same person ordered
 * this plan within a day, and has it with the coupon. Nothing is left to change then.
 *
 * @param order with the version on its screen. Undefined: nothing was shown
 */
export async function isDoneBefore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
  order: Order & { actor: { userId: number }; shown: string | undefined; version: string },
): Promise<boolean> {
  const { planId, coupon, main, actor, shown, version } = order
  const isThere = main?.planId === planId && (main.state === 'active' || main.state === 'trialing')
  if (!isThere || shown === undefined || shown === version) return false
  return db.asTeam(scope, async (tx) => {
    const placed = await findOrder(tx, scope, { planId, at: now() })
    if (placed?.userId !== actor.userId) return false
    return coupon === null || (await hasUsedCoupon(tx, scope, coupon))
  })
}
