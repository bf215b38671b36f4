/**
 * The words of an owner's text between single spaces, also before the first and after the last:
 * punctuation and case don't change a claim. Placeholders are left out.
 */
export const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `
