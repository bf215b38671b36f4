/** Why an activity is or is not told to visitors. Safe in the browser. */

export type ActivityFacts = {
  trust: 'signed' | 'origin' | 'unknown'
  approval: 'approved' | 'quarantined' | 'hidden'
  isShowable: boolean
  occurredAt: Date
}

/**
 * - `live`: a published nudge of its kind may show it. - `old`: past the window. - `ahead`: its time is
 * in the future. - `withheld`: a test or an order of nothing, or taken back. - `unsigned`: nothing
 * proves that it came from the shop. - `waiting`: the owner has not let it through. - `hidden`: the
 * owner, or a rule of the owner's, took it away.
 */
export const activityStates = [
  'live',
  'waiting',
  'hidden',
  'old',
  'withheld',
  'unsigned',
  'ahead',
] as const
export type ActivityState = (typeof activityStates)[number]

/** @param windowSeconds how far back the nudge looks */
export function activityState(
  { trust, approval, isShowable, occurredAt }: ActivityFacts,
  windowSeconds: number,
  now: Date,
): ActivityState {
  if (!isShowable) return 'withheld'
  if (approval === 'hidden') return 'hidden'
  if (trust === 'unknown') return 'unsigned'
  if (approval === 'quarantined') return 'waiting'
  if (occurredAt > now) return 'ahead'
  return now.getTime() - occurredAt.getTime() > windowSeconds * 1000 ? 'old' : 'live'
}
