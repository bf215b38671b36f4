/** Rules about activities that need no database. */
import type { ReportedFact } from '#app/contract/reviews.ts'

/** Tests, orders worth nothing, and canceled or refunded orders are never shown. */
export function isShowable({ kind, test, state, total }: ReportedFact): boolean {
  if (test || state !== 'confirmed') return false
  return kind !== 'purchase' || total !== 0
}

/**
 * Identifies the fact of a report, as text. Omits the state, because a refund is still about the
 * same order, and the email address, so that nothing derived from it is stored without a key.
 */
export function sameFactText({ state: _state, ...fact }: ReportedFact): string {
  const { email: _email, ...person } = fact.person ?? {}
  return JSON.stringify({
    ...fact,
    occurred_at: new Date(fact.occurred_at).toISOString(),
    person: withoutEmpty(person),
    items: (fact.items ?? []).map(withoutEmpty),
    total: fact.total ?? undefined,
    currency: fact.currency ?? undefined,
  })
}

/** Null, blank and absent fields are equivalent. */
const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )
