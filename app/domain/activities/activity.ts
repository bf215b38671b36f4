/** Rules about activities that need no database. */
import type { ReportedFact } from '#app/contract/reviews.ts'

/** Product.md section 5b: tests, orders of nothing and what was taken back are never shown. */
export function isShowable({ kind, test, state, total }: ReportedFact): boolean {
  if (test || state !== 'confirmed') return false
  return kind !== 'purchase' || total !== 0
}

/**
 * What two reports of the same fact have in common, as text. The state is left out, since taking
 * something back is no other fact; the address is left out, so that nothing derived from it is kept
 * without the key.
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

/** A field that is null, blank or absent says the same. */
const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )
