/** Hides a visitor's own actions from them. Pure. */
import type { PixelItem } from '#app/contract/pixel.ts'

/** The shop's server may report slightly earlier or later than the page. */
const aroundSeconds = 900

/**
 * Whether the item may be the visitor's own order or sign-up. Also hides other people's from the
 * same minutes: pages receive no order numbers that could tell them apart.
 *
 * @param actedAt time of the visitor's action, in Unix seconds; NaN: none
 */
export const isRecentAction = ({ at = NaN }: PixelItem, actedAt: number): boolean =>
  Math.abs(at - actedAt) < aroundSeconds
