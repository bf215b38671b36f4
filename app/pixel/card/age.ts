/** Age of an activity, in the server's texts. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { fillForm } from '../plural.ts'

/** How far a visitor's clock may be behind ours before it isn't trusted. */
const toleratedSeconds = 300

/**
 * The text for an activity at `at`, at the time `now`; both in Unix seconds. Null when no text
 * covers the age or the visitor's clock is obviously wrong: no age is better than a wrong one.
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
