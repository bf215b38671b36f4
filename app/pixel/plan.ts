/** What this page view can show: the nudges that belong here, with the items that have words. Pure. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Told } from './core.ts'
import type { Moment } from './moment.ts'
import { isAbout, judgeNudge } from './rules.ts'

export type Plan = {
  nudges: PixelNudge[]
  /** Of all others. */
  reasons: { nudge: string; reason: NotShownReason }[]
}

export const planNudges = (
  nudges: readonly PixelNudge[],
  moment: Moment,
  tell: (item: PixelItem) => Told,
): Plan => {
  const plan: Plan = { nudges: [], reasons: [] }
  for (const nudge of nudges) {
    let reason = judgeNudge(nudge, moment)
    const tells = (item: PixelItem) => {
      if (!isAbout(item, nudge.items, moment.country)) return false
      const told = nudge.skipsSeen && moment.visitor.seen.includes(item.claim) ? 'seen' : tell(item)
      if (typeof told === 'string') reason = told
      return typeof told !== 'string'
    }
    const items = reason ? [] : nudge.items.filter(tells)
    if (items.length) plan.nudges.push({ ...nudge, items })
    else plan.reasons.push({ nudge: nudge.id, reason: reason ?? 'no_data' })
  }
  return plan
}
