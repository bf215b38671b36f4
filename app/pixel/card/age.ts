/** How long ago an activity was, in the server's words. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { fillForm } from '../plural.ts'

/** A visitor's clock may be this many seconds behind ours before we stop trusting it. */
const toleratedSeconds = 300

/**
 * The phrase for an activity at `at`, seen at `now`; both in Unix seconds. Null when no phrase covers
 * the age or the visitor's clock is plainly wrong: no age is better than a false one.
 */
export const formatAge = (
  { ago, plural }: Pick<PixelPhrases, 'ago' | 'plural'>,
  at: number,
  now: number,
): string | null => {
  if (now - at < -toleratedSeconds) return null
  const age = Math.max(0, now - at)
  const phrase = ago.find(({ below }) => age < below)
  if (!phrase) return null
  const units = Math.floor(age / phrase.unit)

  return fillForm(phrase.forms, units, plural)
}
