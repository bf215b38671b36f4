/** Each language against CLDR, as the runtime has it, and against the English texts. */
import { expect, test } from 'vitest'
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { languageWords } from './languages/all.ts'
import type { Forms } from './languages/language-words.ts'
import { maxTitleLength } from './text.ts'
import { wordsOf } from './words-of.ts'

type Text = { at: string; text: string }
type Plural = { at: string; texts: Forms }

const isForms = (value: object): value is Forms =>
  'other' in value && typeof value.other === 'string'

function textsIn(value: unknown, at = ''): Text[] {
  if (typeof value === 'string') return [{ at, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${at} ${name}`))
}

function pluralsIn(value: unknown, at = ''): Plural[] {
  if (typeof value !== 'object' || value === null) return []
  if (isForms(value)) return [{ at, texts: value }]
  return Object.entries(value).flatMap(([name, part]) => pluralsIn(part, `${at} ${name}`))
}

const wholeNumbers = Array.from({ length: 200 }, (_, number) => number)

/** The numbers of each plural category that whole numbers have. */
function numbersByCategory(language: NudgeLanguage): Map<string, number[]> {
  const rules = new Intl.PluralRules(language)
  const found = new Map<string, number[]>()
  for (const number of wholeNumbers) {
    const category = rules.select(number)
    found.set(category, [...(found.get(category) ?? []), number])
  }
  return found
}

test('there are at least 25 languages', () => {
  expect(languages.length).toBeGreaterThanOrEqual(25)
})

test.each(languages)('%s has only plural forms that its whole numbers can take', (language) => {
  const categories = numbersByCategory(language)
  const wrong = pluralsIn(languageWords[language]).flatMap(({ at, texts }) =>
    Object.keys(texts)
      .filter((category) => category !== 'other' && !categories.has(category))
      .map((category) => `${at} ${category}`),
  )

  expect(wrong).toEqual([])
})

/** Where most numbers are `many`, texts have it as `other`. */
const writtenAsOther = new Set(['pl many', 'uk many'])

test.each(languages)('%s uses each of its plural categories', (language) => {
  const used = new Set(
    pluralsIn(languageWords[language]).flatMap(({ texts }) => Object.keys(texts)),
  )
  const unused = [...numbersByCategory(language).keys()].filter(
    (category) => !used.has(category) && !writtenAsOther.has(`${language} ${category}`),
  )

  expect(unused).toEqual([])
})

test.each(languages)('%s leaves a number out only where the form has no other', (language) => {
  const categories = numbersByCategory(language)
  // "Last one" for 21 would be wrong: in Ukrainian, 21 takes the form of 1. No count shows zero.
  const isSingle = (category: string) =>
    (categories.get(category) ?? []).filter((number) => number > 0).length <= 1
  const wrong = pluralsIn(languageWords[language]).flatMap(({ at, texts }) =>
    Object.entries(texts)
      .filter(([category, text]) => !text.includes('#') && !isSingle(category))
      .filter(() => Object.values(texts).some((text) => text.includes('#')))
      .map(([category]) => `${at} ${category}`),
  )

  expect(wrong).toEqual([])
})

test.each(languages)('nouns in %s change with the number where its numbers do', (language) => {
  const { signups } = languageWords[language].conversions
  const categories = [...numbersByCategory(language).keys()]
  for (const category of ['one', 'two', 'few'] as const) {
    // Hungarian and Turkish nouns are singular after a number.
    if (!categories.includes(category) || ['hu', 'tr'].includes(language)) continue
    expect(signups[category]).toBeDefined()
  }
})

test.each(languages)('%s is read in the direction of its script', (language) => {
  const { script = '' } = new Intl.Locale(language).maximize()
  const isRightToLeft = ['Arab', 'Hebr'].includes(script)

  expect(languageWords[language].direction).toBe(isRightToLeft ? 'rtl' : 'ltr')
})

/** Unit signs are shared, and some words are the same. */
const sameAsEnglish = new Set(['es headings popular'])

test.each(languages.filter((language) => language !== 'en'))(
  'no text in %s is left in English',
  (language) => {
    const english = new Map(textsIn(languageWords.en).map(({ at, text }) => [at, text]))
    const wrong = textsIn(languageWords[language])
      .filter(
        ({ at, text }) => english.get(at) === text && !/^ (?:direction|phrases left)/.test(at),
      )
      .filter(({ at, text }) => {
        const isWorded = /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''))
        return isWorded && !sameAsEnglish.has(`${language}${at}`)
      })
      .map(({ at, text }) => `${at}: ${text}`)

    expect(wrong).toEqual([])
  },
)

test.each(languages)(
  'texts in %s fit a title, or are at most 1.6 times as long as in English',
  (language) => {
    const english = new Map(textsIn(languageWords.en).map(({ at, text }) => [at, text.length]))
    const wrong = textsIn(languageWords[language])
      .filter(({ at }) => !at.startsWith(' places'))
      .map(({ at, text }) => ({ at, text, most: english.get(at) ?? 0 }))
      .filter(({ text, most }) => most > 0 && text.length > Math.max(1.6 * most, maxTitleLength))
      .map(({ at, text, most }) => `${at}: ${String(text.length)} for ${String(most)}, ${text}`)

    expect(wrong).toEqual([])
  },
)

test.each(languages)('numbers, money and dates in %s are those of CLDR', (language) => {
  const locale = language === 'en' ? 'en-GB' : `${language}-u-nu-latn`
  const words = wordsOf(language)
  const at = new Date('2026-11-24T12:00:00Z')
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at)

  expect(words.number(12_345.6)).toBe(new Intl.NumberFormat(locale).format(12_345.6))
  expect(words.date(at, 'UTC')).toBe(inUtc({ day: 'numeric', month: 'long' }))
  expect(words.weekday(at, 'UTC')).toBe(inUtc({ weekday: 'long' }))
  expect(words.money(12.5, 'EUR')).toBe(
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'EUR',
      currencyDisplay: 'narrowSymbol',
    }).format(12.5),
  )
  expect(words.country('FR')).toBe(new Intl.DisplayNames(locale, { type: 'region' }).of('FR'))
  for (const text of [words.number(12_345.6), words.date(at, 'UTC'), words.money(12.5, 'EUR')]) {
    expect(text).not.toMatch(/[٠-٩]/)
  }
})

test.each(languages)('time frames in %s have their number', (language) => {
  const { within } = wordsOf(language)

  for (const hours of [3, 5, 12, 21, 24, 47]) {
    expect(within(hours * 3_600)).toContain(String(hours))
  }
  for (const days of [3, 7, 21, 30]) expect(within(days * 86_400)).toContain(String(days))
})

test.each(languages)('places in %s keep the name that is known', (language) => {
  const { inCity, inCountry, country } = wordsOf(language)

  expect(inCity('Utrecht')).toContain('Utrecht')
  expect(inCountry('BE')).toContain(country('BE'))
})

test.each(languages)('%s has the person’s name in its place', (language) => {
  expect(languageWords[language].person.named).toContain('{name}')
})
