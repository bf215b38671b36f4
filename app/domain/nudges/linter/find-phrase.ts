/** Searches an owner's text for phrases of the lexicon. */

/** Only words, separated by single spaces: punctuation and case don't change a claim. */
export const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** The first phrase that the text contains as whole words; null when there is none. */
export function findPhrase(text: string, phrases: readonly string[]): string | null {
  const words = plainWords(text)
  return phrases.find((phrase) => words.includes(` ${phrase} `)) ?? null
}
