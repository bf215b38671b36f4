/** Selects what to show of a nudge, once it's known which items have a text. Pure. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { PageFacts } from '../renderer.ts'

/**
 * This page's total replaces the site's. Items about other products are hidden on product pages. No
 * item outlives its nudge.
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

/**
 * Whether this is a product page. A page with an inline nudge may be one unless it says otherwise.
 */
const isOfProduct = ({ items, surface }: PixelNudge, { path, kind, product }: PageFacts) =>
  kind === 'product' ||
  product ||
  (!kind && surface === 'inline' && path !== '/') ||
  items.some(({ page }) => page === path)

/** A countdown runs to the end of its offer: any earlier end would be false. */
const endWith = (item: PixelItem, until: number | null): PixelItem =>
  until === null || item.countsDown
    ? item
    : { ...item, until: Math.min(until, item.until ?? until) }
