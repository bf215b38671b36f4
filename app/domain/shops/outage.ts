import type { BackfillHold } from '#app/db/schema/shops.ts'
import { BadRecord, BudgetSpent, TryLater } from '#app/lib/web/provider-errors.ts'
import { shopBusy, shopifyAway } from './closed-shop.ts'
import { AccessEnded, GrantEnded, OrdersRefused, ShopClosed, ShortWait } from './shopify.ts'

/** Whether a call failed because of Shopify or the shop, and not by a fault of ours. */
export const isOutage = (error: unknown): boolean =>
  [TryLater, BadRecord, AccessEnded, GrantEnded, OrdersRefused, ShopClosed].some(
    (kind) => error instanceof kind,
  )

/** A failed call’s cause in the shop, for its people. Null: nothing, as the fault may be ours. */
export function holdOf(error: unknown): BackfillHold | null {
  if (error instanceof ShopClosed) return error.reason
  if (error instanceof GrantEnded || error instanceof AccessEnded) return 'access'
  return error instanceof TryLater ? 'away' : null
}

/** Whether a call only has to wait for its turn. */
export const isShortWait = (error: unknown): error is TryLater =>
  error instanceof ShortWait || error instanceof BudgetSpent

/** For a person whose request met a failure that passes. */
export const awaySentence = (error: unknown): string =>
  isShortWait(error) ? shopBusy : shopifyAway
