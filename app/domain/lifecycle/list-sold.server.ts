/** Orders that are deleted before their payments arrive. */
import { activities } from '#app/db/schema/activities.ts'
import { salePartOf } from '#app/domain/activities/sales/sale-part.server.ts'
import { paymentHash, type SoldFacts } from '#app/domain/erasures/erased-activities.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

/** Columns of deleted rows for `missingPayments`. */
export const soldColumns = {
  kind: activities.kind,
  account: activities.account,
  emailHash: activities.emailHash,
  amountCents: activities.amountCents,
  currency: activities.currency,
  occurredAt: activities.occurredAt,
  id: activities.id,
  sameSaleAs: activities.sameSaleAs,
}

type Gone = SoldFacts & { kind: string; account: string; id: number; sameSaleAs: number | null }

/** For the list of erasures: the payments of shops' orders that are deleted without theirs. */
export function missingPayments(
  secrets: Secrets,
  siteUuid: string,
  gone: readonly Gone[],
): string[] {
  const paid = new Set(gone.map(({ sameSaleAs }) => sameSaleAs))
  return gone.flatMap((order) => {
    const isOrder = order.kind === 'purchase' && salePartOf(order.account) === 'order'
    return isOrder && !paid.has(order.id) ? (paymentHash({ secrets, siteUuid }, order) ?? []) : []
  })
}
