/**
 * Text as searches compare it: lower case, without accents, words separated by one space.
 * "Côte d’Ivoire" is found by "cote d ivoire", "America/New_York" by "new york".
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
