/** What a month will have used at its end when it goes on as it went. */

/** Less than three days say little about a month, whatever they are multiplied by. */
const enoughMillis = 3 * 86_400_000

export type UsageSoFar = {
  used: number
  /** When counting began: the month's beginning, or later for a younger team. */
  since: Date
  /** When counting ended: now, or when the limit was reached. */
  until: Date
  /** The month's end. */
  end: Date
}

/** The straight line through what was used so far, in whole units. Null: too early to tell. */
export function forecastUsage({ used, since, until, end }: UsageSoFar): number | null {
  const elapsed = until.getTime() - since.getTime()
  if (elapsed < enoughMillis) return null
  return Math.round((used * (end.getTime() - since.getTime())) / elapsed)
}
