/** What this page view can show: eligible nudges, with the items that have a text. Pure. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { FormattedItem } from './core.ts'
import type { PageContext } from './page-context.ts'
import { isForCountry, findRuleMismatch } from './rules.ts'

export type Plan = {
  nudges: PixelNudge[]
  /** Reasons for all others. */
  reasons: { nudge: string; reason: NotShownReason }[]
}

export const planNudges = (
  nudges: readonly PixelNudge[],
  moment: PageContext,
  formatItem: (item: PixelItem) => FormattedItem,
): Plan => {
  const plan: Plan = { nudges: [], reasons: [] }
  for (const nudge of nudges) {
    let reason = findRuleMismatch(nudge, moment)
    const isShowable = (item: PixelItem) => {
      if (!isForCountry(item, nudge.items, moment.country)) return false
      const formatted =
        nudge.skipsSeen && moment.visitor.seen.includes(item.claim) ? 'seen' : formatItem(item)
      if (typeof formatted === 'string') reason = formatted
      return typeof formatted !== 'string'
    }
    const items = reason ? [] : nudge.items.filter(isShowable)
    if (items.length) plan.nudges.push({ ...nudge, items })
    else plan.reasons.push({ nudge: nudge.id, reason: reason ?? 'no_data' })
  }
  return plan
}
