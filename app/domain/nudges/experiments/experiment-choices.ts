/** What can be chosen for an experiment with a nudge. Safe in the browser. */

/** What side `b` gets: the draft of the moment when it begins, or nothing of this nudge. */
export const experimentKinds = ['draft', 'without'] as const
export type ExperimentKind = (typeof experimentKinds)[number]

/** Percent of the visitors on side `b`. Above half, the side that is kept back would be the other one. */
export const shares = [5, 10, 20, 30, 40, 50] as const
export const usualShare = 50

export const isShare = (share: number): boolean =>
  Number.isInteger(share) && share >= 5 && share <= 50
