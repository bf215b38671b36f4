/** What is told of a nudge, once it is clear which of its items have words here. Pure. */
import type { PixelItem, PixelNudge } from '../../contract/pixel.ts'

/**
 * The total of this very page stands instead of the site's, not beside it, and no item outlives its
 * nudge.
 */
export const refine = (nudge: PixelNudge): PixelNudge => {
  const ofPage = nudge.items.filter(({ count }) => count?.of === 'paths')
  const items = ofPage.length ? ofPage : nudge.items

  return { ...nudge, items: items.map((item) => endWith(item, nudge.rules?.until ?? null)) }
}

/** A countdown goes to the end of its offer: an earlier one would be no true end. */
const endWith = (item: PixelItem, until: number | null): PixelItem =>
  until === null || item.countsDown
    ? item
    : { ...item, until: Math.min(until, item.until ?? until) }
