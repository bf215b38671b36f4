/** Text that staff type to find something, as a pattern of `ilike`. */
import { escapeLike } from '#app/lib/like-pattern.ts'

/** Shorter texts have no trigram, by which the index finds parts of a word. */
const shortestPart = 3

/**
 * `*` is any text, and everything else is taken literally. Without a `*` the text can be anywhere, and
 * a very short one begins the words that are searched.
 *
 * @returns null when everything matches
 */
export function searchPattern(text: string): string | null {
  const wanted = text.trim()
  if (/^\**$/.test(wanted)) return null
  const literal = escapeLike(wanted)
  if (literal.includes('*')) return literal.replace(/\*+/g, '%')
  return wanted.length < shortestPart ? `${literal}%` : `%${literal}%`
}

/**
 * The part of a pattern that only few texts have: its longest run of letters and digits with a
 * digit in it. An index of trigrams compares each of them for each candidate, so this part is found
 * twenty times faster than a whole email address.
 *
 * @returns a pattern that every match of the given one matches as well; null when no part is rare
 */
export function rarePattern(pattern: string): string | null {
  const rare = (pattern.match(/[a-z0-9]+/gi) ?? [])
    .filter((run) => run.length >= shortestPart && /\d/.test(run))
    .sort((one, other) => other.length - one.length)
  return rare[0] === undefined ? null : `%${rare[0]}%`
}
