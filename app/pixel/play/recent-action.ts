/** Keeps from a visitor what he did himself. Pure. */
import type { PixelItem } from '#app/contract/pixel.ts'

/** The shop's server may have told it a little earlier or later than the page. */
const aroundSeconds = 900

/**
 * Whether it may be his own order or sign-up. What somebody else did in the same minutes is kept from
 * him as well: pages are told no number of an order, by which the two could be told apart.
 *
 * @param actedAt when he did something, in Unix seconds; NaN: never
 */
export const isOwnAction = ({ at = NaN }: PixelItem, actedAt: number): boolean =>
  Math.abs(at - actedAt) < aroundSeconds
