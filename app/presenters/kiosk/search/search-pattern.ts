/** What staff type to find something, as a pattern of `ilike`. */

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
  const literal = wanted.replace(/[\\%_]/g, String.raw`\$&`)
  if (literal.includes('*')) return literal.replace(/\*+/g, '%')
  return wanted.length < shortestPart ? `${literal}%` : `%${literal}%`
}
