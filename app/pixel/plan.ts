/**
 * Plans what this page view can show: eligible nudges, with the items that have a text. Pure.
 *
 * An evaluation checks once whether a nudge is shown. It ends with an impression or one reason, so
 * impressions + reasons = evaluations. A page view has one for each nudge that isn't eligible (or a
 * single one without a nudge when everything is withheld), as soon as its payload has arrived. It
 * has one for each showing that the visitor sees, and one for each nudge that wasn't shown: when the
 * last of its items turns out to have no text, or after the last showing. A showing that the visitor
 * left before is no evaluation. Neither is a payload that never arrived. If later facts give a nudge
 * showings that it didn't have, that is another evaluation.
 */
import type { PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Parts, FormattedItem } from './core.ts'
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
  format: (item: PixelItem) => FormattedItem,
): Plan => {
  const plan: Plan = { nudges: [], reasons: [] }
  for (const nudge of nudges) {
    let reason = findRuleMismatch(nudge, moment)
    const isShowable = (item: PixelItem) => {
      if (!isForCountry(item, nudge.items, moment.country)) return false
      const formatted =
        nudge.skipsSeen && moment.visitor.seen.includes(item.claim) ? 'seen' : format(item)
      if (typeof formatted === 'string') reason = formatted
      return typeof formatted !== 'string'
    }
    const items = reason ? [] : nudge.items.filter(isShowable)
    if (items.length) plan.nudges.push({ ...nudge, items })
    else plan.reasons.push({ nudge: nudge.id, reason: reason ?? 'no_data' })
  }
  return plan
}

/** True when the item's text isn't final. */
export const isOpen = ({ count, threshold, hasVariables, countsDown }: PixelItem) =>
  count ?? threshold ?? hasVariables ?? countsDown

/**
 * The text of an item at one moment. Items without a final text need `fillItem`. Without it they
 * aren't shown.
 */
export const formatItem = (
  item: PixelItem,
  moment: PageContext,
  fillItem: Parts['fill'] | undefined,
): FormattedItem => {
  const { from = 0, until = Infinity } = item
  if (moment.now < from || moment.now >= until) return 'no_data'
  if (!isOpen(item)) return item

  return fillItem ? fillItem(item, moment) : 'no_data'
}

export type Reason = { nudge?: string; reason: NotShownReason }

/** Which nudges aren't shown, and why, as far as it is known when the payload has arrived. */
export const listNotShown = (
  withheld: NotShownReason | undefined,
  unshown: PixelPayload['unshown'] = [],
  { reasons }: Pick<Plan, 'reasons'>,
): Reason[] => (withheld ? [{ reason: withheld }] : [...unshown, ...reasons])
