/** Of one site: what it used this month of what its boost has. */
export type RunningBoost = { used: number; units: number }

/** The end of a sentence about paused nudges: sites with units of a boost of their own left go on. */
export const exceptLifted = (siteBoosts: readonly RunningBoost[]): string =>
  siteBoosts.some(({ used, units }) => used < units) ? ', except on sites with their own boost' : ''
