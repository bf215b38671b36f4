/** Splits an owner's text into tokens for the claim rules. */
import { crowds, numberWords } from './lexicon.ts'

export type Token = {
  kind: 'number' | 'value' | 'word' | 'percent' | 'currency' | 'break'
  /** Lower-case, with digits 0 to 9. Number words are converted to digits. */
  text: string
  raw: string
  /** Where it begins in the normalized text. */
  at: number
}

/**
 * In order: a placeholder, a time of day, a number with its suffix, a word, a punctuation mark. The
 * text is at most 200 characters long (contract/nudge-content.ts).
 */
const pattern =
  /\{[^{}]*\}|\d{1,2}(?::|\.(?=\d{2}(?!\d)))\d{2}|\d+(?:[.,'’]\d+)*\p{L}*|[\p{L}\p{M}]+|[%٪]|\p{Sc}|[.!?;,…،؛\n]/gu

export function tokensOf(text: string): Token[] {
  return [...readableText(text).matchAll(pattern)].map(({ 0: raw, index }) => ({
    kind: kindOf(raw),
    text: String(numberWords.get(raw.toLowerCase()) ?? raw.toLowerCase()),
    raw,
    at: index,
  }))
}

export const normalizeText = (text: string) => text.normalize('NFKC')

/** The normalized text with digits 0 to 9, as long as it is. */
export const readableText = (text: string) => plainDigits(normalizeText(text))

function kindOf(raw: string): Token['kind'] {
  if (raw.startsWith('{')) return 'value'
  if (/^\d{1,2}[:.]\d{2}$/.test(raw)) return 'word'
  // "15h" is a time, "5k" a number.
  if (/^\d/.test(raw)) return /^[\d.,'’]+[km]?$/i.test(raw) ? 'number' : 'word'
  if (raw === '%' || raw === '٪') return 'percent'
  if (/^\p{Sc}$/u.test(raw)) return 'currency'
  if (!/^\p{L}/u.test(raw)) return 'break'
  const word = raw.toLowerCase()
  return crowds.has(word) || numberWords.has(word) ? 'number' : 'word'
}

const arabicZero = 0x660
const persianZero = 0x6f0
const thaiZero = 0xe50

const plainDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - arabicZero))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - persianZero))
    .replace(/[\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
