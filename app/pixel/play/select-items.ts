/** What is told of a nudge, once it is clear which of its items have words here. Pure. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { PageFacts } from '../renderer.ts'

/**
 * The total of this very page stands instead of the site's, not beside it; what is about another
 * product does not stand on a product's page; and no item outlives its nudge.
 */
export const selectItems = (nudge: PixelNudge, facts: PageFacts): PixelNudge => {
  const { rules } = nudge
  const here = isOfProduct(nudge, facts)
    ? nudge.items.filter(({ page = facts.path }) => page === facts.path)
    : nudge.items
  const ofPage = here.filter(({ count }) => count?.of === 'paths')
  const items = ofPage.length ? ofPage : here

  return { ...nudge, items: items.map((item) => endWith(item, rules?.until ?? null)) }
}

/** Whether this is a product's page. What a nudge stands in may be one unless it says what it is. */
const isOfProduct = ({ items, surface }: PixelNudge, { path, kind, product }: PageFacts) =>
  kind === 'product' ||
  product ||
  (!kind && surface === 'inline' && path !== '/') ||
  items.some(({ page }) => page === path)

/** A countdown goes to the end of its offer: an earlier one would be no true end. */
const endWith = (item: PixelItem, until: number | null): PixelItem =>
  until === null || item.countsDown
    ? item
    : { ...item, until: Math.min(until, item.until ?? until) }
