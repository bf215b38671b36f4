/**
 * Names of countries and places with their prepositions. Where a language's rule for a country
 * isn't known, its name is in parentheses, which is correct in every language.
 */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { languageWords } from './languages/all.ts'

/** ISO 3166-1 codes of countries whose English name has an article. */
const withArticle = codes(
  'AE BS CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB SC TC TF UM US VA VG VI',
)

/** Archipelagos and dependent territories, whose prepositions follow no rule. */
const islands = codes(
  'AG AI AQ AS AX BL BQ BV CC CK CX FK FM FO GG GS HM IM IO JE KI KN KY LC MF MH MP NF NR NU PM PN PW SB SH SJ ST SX TC TF TK TO TV UM VC VG VI VU WF WS',
)

/** ZZ means unknown region; the others are unions, and islands of a country. */
const noCountry = codes('ZZ EU EZ UN XA XB IC EA AC CP DG TA')

/** Short names of these two are abbreviations that only work in English. */
const longNamed = codes('GB US')

/** Where the short English name isn't used in sentences. */
const englishNames: Partial<Record<string, string>> = {
  BA: 'Bosnia and Herzegovina',
  CD: 'the Democratic Republic of the Congo',
  CG: 'the Republic of the Congo',
}

const known = new Map<string, Intl.DisplayNames>()

/** The name; in English with its article. Null for anything that isn't a country. */
export function countryName(language: NudgeLanguage, code: string | null): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code) || noCountry.has(code)) return null
  const english = language === 'en' ? englishNames[code] : undefined
  if (english !== undefined) return english
  const isLong = language !== 'en' && longNamed.has(code)
  // "Myanmar (Burma)": without the addition.
  const name = namesIn(language, isLong ? 'long' : 'short')
    .of(code)
    ?.split(' (', 1)[0]
  if (!name) return null
  return language === 'en' && withArticle.has(code) ? `the ${name}` : name
}

/** "in the Netherlands", "aux Pays-Bas"; null for anything that isn't a country. */
export function inCountry(language: NudgeLanguage, code: string | null): string | null {
  const name = countryName(language, code)
  if (name === null || code === null) return null
  const { country, irregular } = languageWords[language].places
  return irregular[code] ?? country(name, islands.has(code)) ?? `(${name})`
}

/** "in Utrecht", "à Utrecht". */
export const inCity = (language: NudgeLanguage, city: string): string =>
  languageWords[language].places.city(city)

function namesIn(language: NudgeLanguage, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${language} ${style}`
  const names =
    known.get(key) ?? new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
  known.set(key, names)
  return names
}

function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
