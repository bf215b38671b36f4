/** Why an activity is or is not told to visitors. Safe in the browser. */

export type ActivityFacts = {
  kind: 'purchase' | 'signup'
  trust: 'signed' | 'origin' | 'unknown'
  isShowable: boolean
  occurredAt: Date
}

/**
 * - `live`: a published purchase nudge may show it. - `old`: past the window. - `ahead`: its time is
 * in the future. - `withheld`: a test or an order of nothing, or taken back. - `unsigned`: the shop did not vouch for
 * it. - `unused`: no built nudge tells this kind.
 */
export type ActivityState = 'live' | 'old' | 'ahead' | 'withheld' | 'unsigned' | 'unused'

/** @param windowSeconds how far back the nudge looks */
export function activityState(
  { kind, trust, isShowable, occurredAt }: ActivityFacts,
  windowSeconds: number,
  now: Date,
): ActivityState {
  if (kind !== 'purchase') return 'unused'
  if (!isShowable) return 'withheld'
  if (trust !== 'signed') return 'unsigned'
  if (occurredAt > now) return 'ahead'
  return now.getTime() - occurredAt.getTime() > windowSeconds * 1000 ? 'old' : 'live'
}
