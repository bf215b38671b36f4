/** Projects a month's usage. */
import { dayMillis } from '#app/lib/time.ts'

/** Less than three days are too little to project from. */
const enoughMillis = 3 * dayMillis

export type UsageSoFar = {
  used: number
  /** When counting started: the start of the month, or later for a new team. */
  since: Date
  /** When counting ended: now, or when the limit was reached. */
  until: Date
  /** The month's end. */
  end: Date
}

/** Linear projection in whole units. Null: too early. */
export function forecastUsage({ used, since, until, end }: UsageSoFar): number | null {
  const elapsed = until.getTime() - since.getTime()
  if (elapsed < enoughMillis) return null
  return Math.round((used * (end.getTime() - since.getTime())) / elapsed)
}
