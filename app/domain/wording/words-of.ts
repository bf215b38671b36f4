/**
 * How a language formats counts, numbers, money, dates and places. Only on the server: the first
 * call of `Intl` costs a page tens of milliseconds, so the pixel receives finished texts.
 */
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { languageWords } from './languages/all.ts'
import type { Forms, LanguageWords } from './languages/language-words.ts'
import { countryName, inCity, inCountry } from './places.ts'

export type WordsOf = {
  language: NudgeLanguage
  texts: LanguageWords
  /** For other formatters. */
  locale: string
  /** Number of plural forms for whole numbers. Exactly one has a separate form, shared by 0 at most. */
  formCount: number
  /** The plural form of a whole number: an index into the result of `forms`. */
  formOf: (count: number) => number
  /** The texts by plural form, as in `PixelCount.forms` and `AgoPhrase.forms`. */
  forms: (texts: Forms) => string[]
  /** The text for a number, including it; numbers above `most` become `most` and a plus. */
  count: (texts: Forms, count: number, most?: number | null) => string
  /** See `PixelPhrases.plural`; undefined for the default. */
  plural: string | undefined
  number: (value: number) => string
  /** See `PixelPhrases.numbers`. */
  numbers: { decimal: string; group: string; from: number }
  /** `amount` in the currency's main unit; whole amounts without decimals. */
  money: (amount: number, currency: string) => string
  /** Day and month, for example "24 November". */
  date: (at: Date, timeZone: string) => string
  /** For example "Tuesday". */
  weekday: (at: Date, timeZone: string) => string
  /** The name; in English with its article. Null for anything that isn't a country. */
  country: (code: string | null) => string | null
  /** "in the Netherlands", "aux Pays-Bas"; in parentheses where the preposition isn't known. */
  inCountry: (code: string | null) => string | null
  /** "in Utrecht", "à Utrecht". */
  inCity: (city: string) => string
  /**
   * "in the last 24 hours". Rounded up to whole minutes, hours or days, so that it never
   * understates.
   */
  within: (seconds: number) => string
}

/** Uses Latin digits in Arabic as well, because the pixel inserts those. */
const localeOf = (language: NudgeLanguage) =>
  language === 'en' ? 'en-GB' : `${language}-u-nu-latn`

const known = new Map<NudgeLanguage, WordsOf>()

export function wordsOf(language: NudgeLanguage): WordsOf {
  const made = known.get(language) ?? makeWords(language)
  known.set(language, made)
  return made
}

function makeWords(language: NudgeLanguage): WordsOf {
  const locale = localeOf(language)
  const { categories, formOf, plural } = countIn(language)
  const numbers = new Intl.NumberFormat(locale)
  const forms = (texts: Forms) => categories.map((category) => texts[category] ?? texts.other)
  const count: WordsOf['count'] = (texts, value, most = null) => {
    const isMore = most !== null && value > most
    const shown = isMore ? most : value
    const number = `${numbers.format(shown)}${isMore ? '+' : ''}`
    return (forms(texts)[formOf(shown)] ?? texts.other).replaceAll('#', number)
  }

  return {
    language,
    texts: languageWords[language],
    locale,
    formCount: categories.length,
    formOf,
    forms,
    count,
    plural,
    number: (value) => numbers.format(value),
    numbers: signsOf(numbers),
    money: (amount, currency) => formatMoney(locale, amount, currency),
    date: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone }).format(at),
    weekday: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }).format(at),
    country: (code) => countryName(language, code),
    inCountry: (code) => inCountry(language, code),
    inCity: (city) => inCity(language, city),
    within: (seconds) => formatWindow(seconds, language, count),
  }
}

const categoryOrder = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
const firstHundreds = 200

/** Above 199 only the last two digits matter: true for all languages here below a million. */
const standFor = (count: number) => (count < firstHundreds ? count : 100 + (count % 100))

function countIn(language: NudgeLanguage) {
  const rules = new Intl.PluralRules(language)
  const selected = Array.from({ length: firstHundreds }, (_, count) => rules.select(count))
  const used = categoryOrder.filter((category) => selected.includes(category))
  const ofOne = rules.select(1)
  // One gets a separate form, so that a text for exactly one isn’t shown for 21.
  const isShared = selected.some((category, count) => count > 1 && category === ofOne)
  const categories = isShared ? [ofOne, ...used] : used
  const digits = selected.map((category, count) =>
    isShared && count === 1 ? 0 : categories.lastIndexOf(category),
  )

  const isDefault = digits.every((digit, count) => digit === (count === 1 ? 0 : 1))
  return {
    categories,
    formOf: (count: number) => digits[standFor(count)] ?? categories.length - 1,
    plural: isDefault ? undefined : digits.join(''),
  }
}

function signsOf(format: Intl.NumberFormat): WordsOf['numbers'] {
  const parts = format.formatToParts(12_345.6)
  const signOf = (type: Intl.NumberFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  // Spanish, Italian, Polish and Hungarian write 1234, and 12 345.
  const isEarly = format.formatToParts(1000).some(({ type }) => type === 'group')
  return { decimal: signOf('decimal'), group: signOf('group'), from: isEarly ? 1000 : 10_000 }
}

function formatMoney(locale: string, amount: number, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

function formatWindow(seconds: number, language: NudgeLanguage, count: WordsOf['count']): string {
  const windows = languageWords[language].windows
  if (seconds < hour) return count(windows.minutes, Math.ceil(seconds / minute))
  if (seconds < 2 * day) return count(windows.hours, Math.ceil(seconds / hour))
  return count(windows.days, Math.ceil(seconds / day))
}
