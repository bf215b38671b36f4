import type { ShopOrderState } from '#app/domain/shops/shop-event.ts'

/**
 * Financial states in which an order has been paid for. A voided authorization took no money, so its
 * order was never one that could be refunded.
 */
const paid = new Set(['paid', 'partially_refunded'])
const reversed = new Set(['refunded'])

/** @param status of the payment, in webhooks and, in upper case, in the Admin API; null: unknown */
export function orderState({
  status,
  isCanceled,
}: {
  status: string | null | undefined
  isCanceled: boolean
}): ShopOrderState {
  if (isCanceled) return 'canceled'
  const known = status?.toLowerCase() ?? ''
  if (reversed.has(known)) return 'refunded'
  return paid.has(known) ? 'paid' : 'unpaid'
}
