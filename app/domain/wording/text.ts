/** Makes text that others wrote fit to stand in a sentence of ours. */

import type { NudgeLanguage } from '#app/contract/site-options.ts'

/** Spec and security.md T18: what is shown has an end. Lengths are in UTF-16 units. */
export const maxTitleLength = 80
export const maxTextLength = 120

/** Controls, line breaks, direction marks, invisible spaces and broken characters; joiners make emoji. */
const unwanted =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Plain words on one line, or null when nothing is left. */
export function cleanWords(given: string | null | undefined): string | null {
  const words = (given ?? '').replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  return words === '' ? null : words
}

/** At most `length` UTF-16 units, never cut inside of what a reader sees as one character. */
export function cutWords(words: string, length: number): string {
  if (words.length <= length) return words
  let shortened = ''
  for (const { segment } of segmenter.segment(words)) {
    if (shortened.length + segment.length > length - 1) break
    shortened += segment
  }
  return `${shortened.trimEnd()}…`
}

/**
 * Keeps words of the other direction from turning the words around them; in Arabic all of others'
 * words. Unicode UAX #9, isolates.
 */
export const isolateWords = (words: string, language?: NudgeLanguage) =>
  language === 'ar' || rightToLeft.test(words) ? `\u2068${words}\u2069` : words

/** The sentence with others' words in `place`, cut to what fits; null when there are none. */
export function fillIn(
  sentence: string,
  place: string,
  { given, language }: { given: string | null | undefined; language: NudgeLanguage },
): string | null {
  const words = cleanWords(given)
  if (words === null) return null
  // Two more for the marks that may isolate them.
  const room = maxTextLength - (sentence.length - place.length) - 2
  // A function: "$&" in the words means nothing.
  return sentence.replace(place, () => isolateWords(cutWords(words, room), language))
}

/** A sentence may begin with words that stand within others elsewhere. */
export const beginLarge = (sentence: string) =>
  sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
