/** Places of languages that inflect them, or whose prepositions depend on the place. */
import type { PlaceWords } from './language-words.ts'

export const inParentheses: PlaceWords = {
  country: () => null,
  city: (name) => `(${name})`,
  irregular: {},
}
