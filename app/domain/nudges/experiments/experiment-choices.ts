/** Choices for an experiment with a nudge. Safe in the browser. */

/** Content of variant `b`: the current draft, or nothing of this nudge. */
export const experimentKinds = ['draft', 'without'] as const
export type ExperimentKind = (typeof experimentKinds)[number]

/** Percentage of visitors in variant `b`. Above half, variant `a` would be the smaller one. */
export const shares = [5, 10, 20, 30, 40, 50] as const
export const usualShare = 50

export const isShare = (share: number): boolean =>
  Number.isInteger(share) && share >= 5 && share <= 50
