/**
 * JSON whose whole numbers stay exact. Shopify's ids exceed 2^53, where JavaScript's numbers begin to
 * round.
 */
import { parse } from 'lossless-json'

/** @throws SyntaxError */
export const parseExactJson = (text: string): unknown =>
  parse(text, null, { parseNumber: (digits) => exactNumber(digits) })

/** A number where it is exact, and its digits where it isn't. */
function exactNumber(digits: string): number | string {
  const number = Number(digits)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? digits : number
}
