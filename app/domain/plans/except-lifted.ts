/** A site's boost: its units, and how many of them were used this month. */
export type RunningBoost = { used: number; units: number }

/** The end of a sentence about paused nudges: sites with units left in their own boost go on. */
export const exceptLifted = (siteBoosts: readonly RunningBoost[]): string =>
  siteBoosts.some(({ used, units }) => used < units) ? ', except on sites with their own boost' : ''
