/** How long ago an activity was, in the server's words. No Intl: its first call costs a phone 35 to 60 ms. */
import type { AgoPhrase } from '../contract/pixel.ts'

/** A visitor's clock may be this many seconds behind ours before we stop trusting it. */
const toleratedSeconds = 300

/**
 * The phrase for an activity at `at`, seen at `now`; both in Unix seconds. Null when no phrase covers
 * the age or the visitor's clock is plainly wrong: no age is better than a false one.
 */
export const tellAge = (phrases: readonly AgoPhrase[], at: number, now: number): string | null => {
  if (now - at < -toleratedSeconds) return null
  const age = Math.max(0, now - at)
  const phrase = phrases.find(({ below }) => age < below)
  if (!phrase) return null
  const units = Math.floor(age / phrase.unit)

  return (units === 1 ? phrase.one : phrase.other).replace('#', String(units))
}
