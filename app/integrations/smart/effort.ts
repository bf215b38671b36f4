/**
 * A bound for the work on one delivery, counted in characters that steps and conditions read. A clock
 * would leave out other records on a busy machine; the same delivery always gives the same.
 */
export type Effort = { left: number }

/** About 20 ms. A delivery with 50 long reviews needs a tenth. */
export const effortOf = (): Effort => ({ left: 4_000_000 })

/** False: the bound is reached, and the result would be worth nothing. */
export function spend(effort: Effort, characters: number): boolean {
  effort.left -= characters + costOfStart
  return effort.left > 0
}

/** The cost that doesn't depend on the text: finding the value, calling the step. */
const costOfStart = 64
