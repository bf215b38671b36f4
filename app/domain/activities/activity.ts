/** Rules about activities that need no database. */
import type { ReportedFact } from '#app/contract/reviews.ts'

const minuteMillis = 60_000
const dayMillis = 86_400_000

/** Clocks of shops go wrong by minutes; a later moment is a mistake. T24 (security.md). */
const aheadMillis = 5 * minuteMillis
const oldestMillis = 730 * dayMillis

/** What is wrong with the moment at which something is said to have happened, or null. */
export function momentProblem(occurredAt: Date, now: Date): string | null {
  const age = now.getTime() - occurredAt.getTime()
  if (age < -aheadMillis) return 'Send a moment that has passed: this one lies in the future.'
  if (isTooOld(occurredAt, now)) return 'Send a moment of the last two years.'
  return null
}

export const isTooOld = (occurredAt: Date, now: Date): boolean =>
  now.getTime() - occurredAt.getTime() > oldestMillis

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
