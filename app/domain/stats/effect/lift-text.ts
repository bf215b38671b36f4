/** A lift as text, and how often its range may be looked at. Safe in the browser, and small: home loads it. */

/**
 * "any": the days begin with the group or the experiment, so the range holds at all looks together. "one": a choice
 * of days, and each choice is a separate measurement.
 */
export type Looks = 'any' | 'one'

export const looksSentences: Record<Looks, string> = {
  any: 'You can check this range as often as you like: it misses the true value in at most about 1 of 20 experiments.',
  one: 'This range is for one look at this period. Looking at many periods finds differences that are only chance.',
}

/** "+12.0%", "−3.1%", "0.0%". */
export function formatLift(lift: number): string {
  const size = percentOf(Math.abs(lift))
  if (size === percentOf(0)) return size
  return `${lift > 0 ? '+' : '−'}${size}`
}

const percents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** "12.0%". */
export const percentOf = (share: number): string => percents.format(share)
