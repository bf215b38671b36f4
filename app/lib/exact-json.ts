/** JSON with ids that are too large for JavaScript's numbers. */

/** A text, or a number outside of one. */
const textsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

const longNumber = /^-?\d{16,}$/

/**
 * Parses JSON, with whole numbers of 16 and more digits as text: beyond 2^53 a number would silently
 * become another one.
 *
 * @throws SyntaxError
 */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text.replace(textsAndNumbers, (part) => (longNumber.test(part) ? `"${part}"` : part)))
