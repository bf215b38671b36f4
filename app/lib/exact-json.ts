/** JSON with ids that are too large for JavaScript's numbers. */

/** A text, or a whole number of at least 16 digits outside of a text. */
const textsAndLongNumbers = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g

/**
 * Parses JSON, with whole numbers of 16 and more digits as text: beyond 2^53 a number would silently
 * become another one.
 *
 * @throws SyntaxError
 */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(
    text.replace(textsAndLongNumbers, (part) => (part.startsWith('"') ? part : `"${part}"`)),
  )
