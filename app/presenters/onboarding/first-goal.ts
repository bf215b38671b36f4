/** Safe in the browser. */
export const firstGoals = ['order', 'page', 'none'] as const
export type FirstGoal = (typeof firstGoals)[number]
