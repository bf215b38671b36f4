import type { ClosedReason } from '#app/domain/shops/closed-shop.ts'
import { ShopClosed, ShortWait } from '#app/domain/shops/shopify.ts'
import { TryLater, type FailedCall } from '#app/lib/web/provider-errors.ts'
import { passMillis } from './json-of.ts'

/** https://shopify.dev/docs/api/usage/response-codes */
const reasons: Readonly<Record<number, ClosedReason>> = {
  402: 'frozen',
  403: 'forbidden',
  404: 'gone',
  423: 'locked',
}

/** Shopify’s own status: it takes the requests for an attack, and names no time after which it stops. */
const securityRejection = 430

const tooManyCalls = 429

/**
 * The outcome of an answer by which Shopify refuses all calls for a shop; null for any other failure.
 *
 * @param at when it answered
 */
export function refusedBy(failed: FailedCall, at: Date): ShopClosed | TryLater | null {
  const status = failed.reply?.status ?? 0
  if (status === tooManyCalls && failed instanceof TryLater) {
    return new ShortWait(failed.message, failed.at, failed.reply)
  }
  if (status === securityRejection) {
    return new TryLater(
      'Shopify rejects the app’s calls for a while.',
      new Date(at.getTime() + passMillis),
    )
  }
  const reason = reasons[status]
  return reason ? new ShopClosed(reason) : null
}
