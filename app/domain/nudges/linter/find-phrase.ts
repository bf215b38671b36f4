/** Looks for phrases of the lexicon in what an owner typed. */

/** Words alone, parted by one space: signs, and letters' sizes, change no claim. */
export const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** The first of the phrases that stands in the text as whole words; null when none does. */
export function findPhrase(text: string, phrases: readonly string[]): string | null {
  const words = plainWords(text)
  return phrases.find((phrase) => words.includes(` ${phrase} `)) ?? null
}
