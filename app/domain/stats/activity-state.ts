/** Why an activity is or is not told to visitors. Safe in the browser. */
import type { ActivityKind } from '../../contract/activities.ts'

export type ActivityFacts = {
  kind: ActivityKind
  trust: 'signed' | 'origin' | 'unknown'
  approval: 'approved' | 'quarantined' | 'hidden'
  isShowable: boolean
  occurredAt: Date
}

/**
 * - `live`: a published purchase nudge may show it. - `old`: past the window. - `ahead`: its time is
 * in the future. - `withheld`: a test or an order of nothing, or taken back. - `unsigned`: nothing
 * proves that it came from the shop. - `waiting`: the owner has not let it through. - `hidden`: the owner took it away. - `unused`: no
 * built nudge tells this kind.
 */
export type ActivityState =
  'live' | 'old' | 'ahead' | 'withheld' | 'unsigned' | 'waiting' | 'hidden' | 'unused'

/** @param windowSeconds how far back the nudge looks */
export function activityState(
  { kind, trust, approval, isShowable, occurredAt }: ActivityFacts,
  windowSeconds: number,
  now: Date,
): ActivityState {
  if (kind !== 'purchase') return 'unused'
  if (!isShowable) return 'withheld'
  if (trust === 'unknown') return 'unsigned'
  if (approval === 'hidden') return 'hidden'
  if (approval === 'quarantined') return 'waiting'
  if (occurredAt > now) return 'ahead'
  return now.getTime() - occurredAt.getTime() > windowSeconds * 1000 ? 'old' : 'live'
}
