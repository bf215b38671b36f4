/** Texts that don't depend on the type: buttons, ages, the panel. */
import type { AgoPhrase, PixelItem, PixelPhrases } from '#app/contract/pixel.ts'
import { productName } from '#app/lib/product.ts'
import type { LanguageWords } from './languages/language-words.ts'
import type { WordsOf } from './words-of.ts'

const hour = 3_600
const day = 24 * hour

/** The phrases that the items need, because each page view reads them. */
export function phrasesFor(items: readonly PixelItem[], all: PixelPhrases): PixelPhrases {
  const { copy, copied, stars, left, numbers, ...others } = all
  return {
    ...others,
    ...(items.some((item) => item.count ?? item.threshold ?? item.stars) ? { numbers } : {}),
    ...(items.some(({ code }) => code !== undefined) ? { copy, copied } : {}),
    ...(items.some((item) => item.stars !== undefined) ? { stars } : {}),
    ...(items.some(({ countsDown }) => countsDown) ? { left } : {}),
  }
}

/** `isBranded`: includes the text of our link. */
export function phrasesOf(words: WordsOf, isBranded: boolean): PixelPhrases {
  const { lastHour, hours, days, brand, ...otherPhrases } = words.texts.phrases
  return {
    lang: words.language,
    ...otherPhrases,
    numbers: words.numbers,
    ago: agoPhrases(words, { lastHour, hours, days }),
    ...(words.plural === undefined ? {} : { plural: words.plural }),
    ...(isBranded ? { brand: brand.replace('#', productName) } : {}),
  }
}

function agoPhrases(
  words: WordsOf,
  { lastHour, hours, days }: Pick<LanguageWords['phrases'], 'lastHour' | 'hours' | 'days'>,
): AgoPhrase[] {
  return [
    { below: hour, unit: hour, forms: words.forms({ other: lastHour }) },
    { below: day, unit: hour, forms: words.forms(hours) },
    // JSON has no Infinity. Three hundred years do, and each payload contains them.
    { below: 1e10, unit: day, forms: words.forms(days) },
  ]
}
