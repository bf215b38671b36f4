import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import { AccessEnded, GrantEnded, OrdersRefused, ShopClosed } from './shopify.ts'

/** Whether a call failed because of Shopify or the shop, and not by a fault of ours. */
export const isOutage = (error: unknown): boolean =>
  [TryLater, BadRecord, AccessEnded, GrantEnded, OrdersRefused, ShopClosed].some(
    (kind) => error instanceof kind,
  )
