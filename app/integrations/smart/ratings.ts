/** Ratings as stars from 1 to 5. */
import { readAmount } from './amounts.ts'

const words = ['one', 'two', 'three', 'four', 'five']

/**
 * A number, "4/5", "FIVE" or "★★★★☆".
 *
 * @param max the best rating of the service's scale
 */
export function readRating(
  value: string | number | boolean,
  max: number,
): number | { unreadable: string } {
  const given = typeof value === 'string' ? valueOf(value.trim(), max) : value
  const rating = given === undefined ? undefined : readAmount(given)
  if (rating === undefined || rating <= 0 || rating > max) {
    return { unreadable: `This isn’t a rating from 1 to ${max}.` }
  }
  return Math.max(1, Math.round((rating / max) * 5))
}

function valueOf(text: string, max: number): string | number | undefined {
  const word = words.indexOf(text.toLowerCase())
  if (word >= 0) return word + 1
  if (/^[★⭐☆]{1,10}$/.test(text)) return text.replaceAll('☆', '').length
  const [rating, of, ...others] = text.split('/')
  if (of === undefined) return rating
  return others.length === 0 && Number(of) === max ? rating : undefined
}
