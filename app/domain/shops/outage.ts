import type { BackfillHold } from '#app/db/schema/shops.ts'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import { AccessEnded, GrantEnded, OrdersRefused, ShopClosed } from './shopify.ts'

/** Whether a call failed because of Shopify or the shop, and not by a fault of ours. */
export const isOutage = (error: unknown): boolean =>
  [TryLater, BadRecord, AccessEnded, GrantEnded, OrdersRefused, ShopClosed].some(
    (kind) => error instanceof kind,
  )

/** What a failed call says about the shop, for its people. Null: nothing, as the fault may be ours. */
export function holdOf(error: unknown): BackfillHold | null {
  if (error instanceof ShopClosed) return error.reason
  if (error instanceof GrantEnded || error instanceof AccessEnded) return 'access'
  return error instanceof TryLater ? 'away' : null
}
