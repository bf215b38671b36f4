/**
 * Names of countries, and places with the preposition that a language puts before them. Where a
 * language's rule isn't known for a country, its name stands in brackets: right in every language.
 */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { countryPhrases } from './country-phrases.ts'

/** ISO 3166-1 codes whose English name takes an article. */
const withArticle = codes(
  'AE BS CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB SC TC TF UM US VA VG VI',
)

/** Groups of islands and lands of other lands: each language treats each of them in its own way. */
const inBrackets = codes(
  'AG AI AQ AS AX BL BQ BV CC CK CX FK FM FO GG GS HM IM IO JE KI KN KY LC MF MH MP NF NR NU PM PN PW SB SH SJ ST SX TC TF TK TO TV UM VC VG VI VU WF WS',
)

/** ZZ is the code of the unknown region; the others name unions, and islands of a country. */
const noCountry = codes('ZZ EU EZ UN XA XB IC EA AC CP DG TA')

/** Short names of these two are abbreviations that don't read well outside of English. */
const longNamed = codes('GB US')

/** English names whose short form isn't how a sentence says them. */
const englishNames: Partial<Record<string, string>> = {
  BA: 'Bosnia and Herzegovina',
  CD: 'the Democratic Republic of the Congo',
  CG: 'the Republic of the Congo',
}

const known = new Map<string, Intl.DisplayNames>()

/** The name by itself, in English with its article. Null for anything that is no country. */
export function countryName(language: NudgeLanguage, code: string | null): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code) || noCountry.has(code)) return null
  const english = language === 'en' ? englishNames[code] : undefined
  if (english !== undefined) return english
  const isLong = language !== 'en' && longNamed.has(code)
  // "Myanmar (Burma)"
  const name = namesIn(language, isLong ? 'long' : 'short')
    .of(code)
    ?.replace(/ \(.*\)$/, '')
  if (!name) return null
  return language === 'en' && withArticle.has(code) ? `the ${name}` : name
}

/** "in the Netherlands", "aux Pays-Bas"; null for anything that is no country. */
export function inCountry(language: NudgeLanguage, code: string | null): string | null {
  const name = countryName(language, code)
  if (name === null || code === null) return null
  if (language === 'en') return `in ${name}`
  const phrase = countryPhrases[language][code]
  if (phrase !== undefined) return phrase
  if (language === 'ar') return `في ${name}`
  if (language === 'es') return `en ${name}`
  if (inBrackets.has(code)) return `(${name})`
  return language === 'fr' ? inFrench(name) : `in ${name}`
}

/** "in Utrecht", "à Utrecht". */
export function inCity(language: NudgeLanguage, city: string): string {
  if (language === 'es') return `en ${city}`
  if (language === 'ar') return `في ${city}`
  if (language !== 'fr') return `in ${city}`
  // "Le Havre" becomes "au Havre".
  if (city.startsWith('Le ')) return `au ${city.slice(3)}`
  return city.startsWith('Les ') ? `aux ${city.slice(4)}` : `à ${city}`
}

/** Feminine names end in e and take "en", and so do those that begin with a vowel. */
const inFrench = (name: string) => (/e$|^[AEIOUÉ]/.test(name) ? `en ${name}` : `au ${name}`)

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
