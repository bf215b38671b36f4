/** Makes text from customers safe to insert into our sentences. */

import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { languageWords } from './languages/all.ts'

/** Long text would fill the shop's page. Lengths are in UTF-16 units. */
export const maxTitleLength = 80
export const maxTextLength = 120

/**
 * Control characters, line breaks, direction marks, invisible spaces and lone surrogates. Keeps
 * joiners, which emoji need.
 */
const unwanted =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Plain text on one line, or null when nothing is left. */
export function cleanWords(given: string | null | undefined): string | null {
  const words = (given ?? '').replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  return words === '' ? null : words
}

/** At most `length` UTF-16 units, never cut inside a grapheme. */
export function cutWords(words: string, length: number): string {
  if (words.length <= length) return words
  let shortened = ''
  // Finding the first grapheme takes longer the longer the text is. One unit more than fits keeps
  // the last character whole.
  for (const { segment } of segmenter.segment(words.slice(0, length + 1))) {
    if (shortened.length + segment.length > length - 1) break
    shortened += segment
  }
  return `${shortened.trimEnd()}…`
}

/**
 * Isolates text of the other direction (Unicode UAX #9), so that it doesn't reorder the text around
 * it. In a language from right to left, isolates all inserted text.
 */
export function isolateWords(words: string, language?: NudgeLanguage): string {
  const isWithin = language !== undefined && languageWords[language].direction === 'rtl'
  return isWithin || rightToLeft.test(words) ? `\u2068${words}\u2069` : words
}

/** Inserts text at `place`, truncated to fit; null when it is empty. */
export function fillIn(
  sentence: string,
  place: string,
  { given, language }: { given: string | null | undefined; language: NudgeLanguage },
): string | null {
  const words = cleanWords(given)
  if (words === null) return null
  // Leaves room for the two isolation marks.
  const room = maxTextLength - (sentence.length - place.length) - 2
  // A function, so that "$&" in the text has no special meaning.
  return sentence.replace(place, () => isolateWords(cutWords(words, room), language))
}

/** Capitalizes text that may also occur inside a sentence. */
export const beginLarge = (sentence: string) =>
  sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
