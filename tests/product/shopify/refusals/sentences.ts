/**
 * Sentences that people are to see while Shopify refuses. Written by hand: the product's words are
 * compared with them.
 */
import type { RefusalId } from '#workshop/store/refusals/published-refusals.ts'

export type Sentences = Record<RefusalId, string>

type ClosedId = 'frozen' | 'inactive' | 'forbidden' | 'gone' | 'locked'
type PassingId = 'security' | 'broken' | 'maintenance' | 'internal' | 'not-json'
type OrdersId = 'unapproved' | 'partial' | 'plan' | 'scope'

export const closed: Record<ClosedId, string> = {
  frozen: 'Shopify has frozen your shop because a bill is open',
  inactive: 'Shopify has frozen your shop because a bill is open',
  forbidden: 'Shopify doesn’t let the app use your shop right now',
  gone: 'Shopify can’t find your shop',
  locked: 'Shopify has locked your shop',
}

const passingIds = ['security', 'broken', 'maintenance', 'internal', 'not-json'] as const

export const passing = (sentence: string) =>
  Object.fromEntries(passingIds.map((id) => [id, sentence])) as Record<PassingId, string>

/** Other apps, or Shopify's edge, use up the calls. */
export const busy = (sentence: string) => ({ throttled: sentence, busy: sentence })

export const away = 'Shopify isn’t answering'
export const tooBusy = 'Your shop is too busy at Shopify'

/** For use cases that read no orders. */
export const withoutOrders: Record<OrdersId, string> = {
  unapproved: '',
  partial: '',
  plan: '',
  scope: '',
}

export const nothing: Sentences = {
  ...withoutOrders,
  frozen: '',
  inactive: '',
  forbidden: '',
  gone: '',
  locked: '',
  ...passing(''),
  ...busy(''),
  'user-errors': '',
  expired: '',
  revoked: '',
}
