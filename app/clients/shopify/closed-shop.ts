import type { ClosedReason } from '#app/domain/shops/closed-shop.ts'
import { ShopClosed } from '#app/domain/shops/shopify.ts'

/** https://shopify.dev/docs/api/usage/response-codes */
const reasons: Readonly<Record<number, ClosedReason>> = {
  402: 'frozen',
  403: 'forbidden',
  404: 'gone',
  423: 'locked',
}

/** The outcome of a status by which Shopify refuses all calls for a shop; null for any other status. */
export function closedBy(status: number): ShopClosed | null {
  const reason = reasons[status]
  return reason ? new ShopClosed(reason) : null
}
