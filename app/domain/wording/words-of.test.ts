import { expect, test } from 'vitest'
import { formatAge } from '#app/pixel/card/card.ts'
import { pickForm, writeNumber } from '#app/pixel/plural.ts'
import { defaultSiteOptions, languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { headingOf } from './headings.ts'
import { phrasesFor, phrasesOf } from './phrases-of.ts'
import type { Forms } from './languages/language-words.ts'
import { wordsOf } from './words-of.ts'

/** All forms differ, so that a wrong one shows. */
const marked: Forms = {
  zero: 'zero #',
  one: 'one #',
  two: 'two #',
  few: 'few #',
  many: 'many #',
  other: 'other #',
}

const numbers = [0, 1, 2, 5, 21, 99, 100, 101, 102, 103, 111, 199, 200, 202, 211, 999]

test.each(languages)('in %s each number has the form of CLDR', (language) => {
  const { formCount, formOf, forms } = wordsOf(language)
  const rules = new Intl.PluralRules(language)

  const chosen = numbers.map((number) => forms(marked)[formOf(number)])

  expect(forms(marked)).toHaveLength(formCount)
  expect(chosen).toEqual(numbers.map((number) => `${rules.select(number)} #`))
})

test.each(languages)('in %s the pixel picks the form that the server would pick', (language) => {
  const { count, forms, plural } = wordsOf(language)

  for (const number of numbers) {
    expect(pickForm(forms(marked), number, plural).replace('#', String(number))).toBe(
      count(marked, number),
    )
  }
})

test('only languages that differ carry a table of plural forms', () => {
  const withTable = languages.filter((language) => wordsOf(language).plural !== undefined)

  expect(withTable).toEqual('fr ar pt pl cs sk ro uk he'.split(' '))
  for (const language of withTable) expect(wordsOf(language).plural).toHaveLength(200)
})

test('a number above the cap shows as the cap and a plus, in the cap’s plural form', () => {
  const { count } = wordsOf('en')
  const orders = { one: '# order', other: '# orders' }

  expect([count(orders, 99, 99), count(orders, 100, 99), count(orders, 5, 1)]).toEqual([
    '99 orders',
    '99+ orders',
    '1+ order',
  ])
})

test.each<[number, string]>([
  [60, 'in the last minute'],
  [61, 'in the last 2 minutes'],
  [3_600, 'in the last hour'],
  [86_400, 'in the last 24 hours'],
  [86_401, 'in the last 25 hours'],
  [172_800, 'in the last 2 days'],
  [604_800, 'in the last 7 days'],
  [604_801, 'in the last 8 days'],
])('a window of %i seconds is "%s": never shorter than it is', (seconds, formatted) => {
  expect(wordsOf('en').within(seconds)).toBe(formatted)
})

test.each<[NudgeLanguage, string, string]>([
  ['de', 'in den letzten 24 Stunden', 'in den letzten 7 Tagen'],
  ['fr', 'au cours des 24 dernières heures', 'au cours des 7 derniers jours'],
  ['nl', 'in de afgelopen 24 uur', 'in de afgelopen 7 dagen'],
  ['es', 'en las últimas 24 horas', 'en los últimos 7 días'],
  ['ar', 'خلال آخر 24 ساعة', 'خلال آخر 7 أيام'],
])('windows in %s', (language, hours, days) => {
  const { within } = wordsOf(language)

  expect([within(86_400), within(604_800)]).toEqual([hours, days])
})

test('places take the preposition of their language, and brackets where none is sure', () => {
  const formatted = (code: string) => languages.map((language) => wordsOf(language).inCountry(code))

  expect(formatted('NL').slice(0, 5)).toEqual([
    'in the Netherlands',
    'in den Niederlanden',
    'aux Pays-Bas',
    'in Nederland',
    'en los Países Bajos',
  ])
  expect(formatted('CH').slice(0, 5)).toEqual([
    'in Switzerland',
    'in der Schweiz',
    'en Suisse',
    'in Zwitserland',
    'en Suiza',
  ])
  expect(formatted('FO').slice(0, 4)).toEqual([
    'in the Faroe Islands',
    '(Färöer)',
    '(Îles Féroé)',
    '(Faeröer)',
  ])
  for (const code of ['ZZ', 'IC', 'EA', 'AC', 'CP', 'DG', 'TA']) {
    expect(formatted(code)).toEqual(languages.map(() => null))
  }
})

test.each<[NudgeLanguage, string, string]>([
  ['en', 'BA', 'in Bosnia and Herzegovina'],
  ['en', 'CD', 'in the Democratic Republic of the Congo'],
  ['en', 'CG', 'in the Republic of the Congo'],
  ['es', 'CI', 'en Costa de Marfil'],
  ['es', 'EH', 'en el Sáhara Occidental'],
  ['fr', 'CG', 'au Congo-Brazzaville'],
  ['fr', 'GW', 'en Guinée-Bissau'],
  ['fr', 'KP', 'en Corée du Nord'],
  ['fr', 'KR', 'en Corée du Sud'],
  ['fr', 'MK', 'en Macédoine du Nord'],
])('in %s, %s is "%s"', (language, code, formatted) => {
  expect(wordsOf(language).inCountry(code)).toBe(formatted)
})

test('cities in French lose the article to the preposition', () => {
  const { inCity } = wordsOf('fr')

  expect([inCity('Lyon'), inCity('Le Havre'), inCity('Les Ulis')]).toEqual([
    'à Lyon',
    'au Havre',
    'aux Ulis',
  ])
})

test('money, dates and weekdays are those of the language', () => {
  const at = new Date('2026-11-24T23:30:00Z')
  const { money, date, weekday } = wordsOf('de')

  expect(money(50, 'EUR')).toBe('50\u00a0€')
  expect(wordsOf('en').money(49.5, 'GBP')).toBe('£49.50')
  expect(date(at, 'Europe/Berlin')).toBe('25. November')
  expect(weekday(at, 'Europe/Berlin')).toBe('Mittwoch')
  expect(weekday(at, 'UTC')).toBe('Dienstag')
  expect(wordsOf('ar').number(1234)).toMatch(/^1.?234$/)
})

const hour = 3_600
const day = 24 * hour

test.each<[NudgeLanguage, string[]]>([
  ['en', ['within the last hour', '1 hour ago', '2 hours ago', '1 day ago', '21 days ago']],
  ['de', ['in der letzten Stunde', 'vor 1 Stunde', 'vor 2 Stunden', 'vor 1 Tag', 'vor 21 Tagen']],
  ['ar', ['خلال الساعة الأخيرة', 'قبل ساعة', 'قبل ساعتين', 'قبل يوم', 'قبل 21 يومًا']],
])('ages in %s', (language, expected) => {
  const ages = [hour - 1, hour, 2 * hour, day, 21 * day]

  const phrases = phrasesOf(wordsOf(language), false)

  expect(ages.map((seconds) => formatAge(phrases, 0, seconds))).toEqual(expected)
})

test('the site’s own heading shows, unless it claims something', () => {
  const headed = (popular: string) =>
    headingOf(
      {
        ...defaultSiteOptions,
        showNudgeTitle: true,
        categoryTitles: { ...defaultSiteOptions.categoryTitles, popular },
      },
      'popular',
    )

  expect([headed('Much loved'), headed('500 sold today'), headed('')]).toEqual([
    'Much loved',
    'Popular',
    'Popular',
  ])
})

test('our name is in the words only for who shows it', () => {
  const words = wordsOf('en')

  expect(phrasesOf(words, true).brand).toBe('Powered by Footfall')
  expect(phrasesOf(words, false)).not.toHaveProperty('brand')
})

test('only items that show numbers have the signs of their language', () => {
  const all = phrasesOf(wordsOf('de'), false)
  const item = { claim: 'c', title: 'Mia', text: 'bought a shirt' }

  expect(phrasesFor([item], all)).not.toHaveProperty('numbers')
  expect(phrasesFor([item, { ...item, stars: 4.5 }], all).numbers).toEqual({
    decimal: ',',
    group: '.',
    from: 1000,
  })
})

test.each(languages)('%s separates thousands as the server does', (language) => {
  const words = wordsOf(language)

  for (const number of [1, 999, 1000, 9999, 10_000, 1_234_567]) {
    expect(writeNumber(number, words)).toBe(words.number(number))
  }
  expect(words.number(4.5)).toBe(`4${words.numbers.decimal}5`)
})
