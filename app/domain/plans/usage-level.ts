/** How urgent the use of a plan is. Safe in the browser. */
export type UsageLevel = 'good' | 'warning' | 'critical'

/** @param percent of the month's limit that is used */
export function usageLevel(percent: number): UsageLevel {
  if (percent >= 100) return 'critical'
  return percent >= 80 ? 'warning' : 'good'
}
