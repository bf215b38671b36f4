import { expect, test } from 'vitest'
import { defaultSiteOptions, languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from './words-of.ts'
import {
  foreignLanguage,
  formatReview,
  reviewValues,
  type ReviewFacts,
  type ReviewRule,
} from './review.ts'

const facts: ReviewFacts = {
  firstName: 'Ann',
  lastName: 'Lee',
  city: null,
  country: 'NL',
  sameCity: 0,
  productTitle: 'Blue Kettle',
  stars: 4,
  body: 'Boils fast.\nA bit loud.',
}

const rule: ReviewRule = {
  conversion: defaultSiteOptions.conversion,
  words: wordsOf('en'),
  showProductName: true,
  all: null,
}

const format = (
  known: Partial<ReviewFacts> = {},
  wanted: Partial<ReviewRule> = {},
  language: NudgeLanguage = 'en',
) => formatReview({ ...facts, ...known }, { ...rule, words: wordsOf(language), ...wanted })

test('a review names the reviewer and the product, and quotes the text', () => {
  expect(format()).toEqual({
    title: 'Ann in the Netherlands · Blue Kettle',
    text: '“Boils fast. A bit loud.”',
  })
})

test('nothing but stars reads well too', () => {
  const nothing = { firstName: null, country: null, productTitle: null, body: null }

  expect(format(nothing)).toEqual({ title: 'Someone', text: 'gave 4 stars' })
  expect(format(nothing, {}, 'ar')).toEqual({ title: 'شخص ما', text: 'تقييم: 4 نجوم' })
})

test('a chosen review, even a long one, shows the average and count of all reviews', () => {
  const all = { average: 4.2, total: 38 }

  const { text } = format({ body: 'Very good. '.repeat(50) }, { all })

  expect(text).toMatch(/^4\.2 · 38 reviews – “Very good\. .*…” · Blue Kettle$/)
  expect(text.length).toBeLessThanOrEqual(120)
})

test('the day of an average that its source published is last, and takes no room of other reviews', () => {
  const all = { average: 4.1, total: 214, day: '22 November' }
  const body = 'Very good. '.repeat(50)

  const { text } = format({ body, service: 'yelp' }, { all })
  expect(text).toMatch(
    /^4\.1 · 214 reviews – “Very good\. .*…” · Blue Kettle – Yelp · 22 November$/,
  )
  expect(text.length).toBeLessThanOrEqual(120)
  expect(format({ body, service: 'yelp' }).text).toMatch(/ – Yelp$/)
})

test('the average comes before the quote, and the source after it', () => {
  const all = { average: 4.1, total: 214 }
  const ofYelp = { service: 'yelp' as const, isVerified: true, body: 'Very good. '.repeat(50) }

  const { text } = format(ofYelp, { all })

  expect(text).toMatch(/^4\.1 · 214 reviews – “Very good\. .*…” · Blue Kettle – Yelp, ✓ verified$/)
  expect(text.length).toBeLessThanOrEqual(120)
  expect(reviewValues({ ...facts, ...ofYelp }, { ...rule, all }).excerpt).toMatch(
    /^4\.1 · 214 reviews – “Very good\. .*…” – Yelp, ✓ verified$/,
  )
})

test('a chosen review without words is a sentence of its stars, then the average', () => {
  const all = { average: 4.2, total: 38 }

  expect(format({ body: null, service: 'yelp' }, { all }).text).toBe(
    'gave 4 stars – 4.2 · 38 reviews – Yelp',
  )
})

test('the average of all products isn’t beside the name of one: it follows the quote', () => {
  const all = { average: 4.1, total: 214 }

  expect(format({}, { all })).toEqual({
    title: 'Ann in the Netherlands',
    text: '4.1 · 214 reviews – “Boils fast. A bit loud.” · Blue Kettle',
  })
  expect(format({ body: null }, { all })).toEqual({
    title: 'Ann in the Netherlands',
    text: 'gave 4 stars – 4.1 · 214 reviews',
  })
  expect(format({}, { all, showProductName: false }).text).toBe(
    '4.1 · 214 reviews – “Boils fast. A bit loud.”',
  )
  expect(format({ service: 'yelp' }, { all }).text).toBe(
    '4.1 · 214 reviews – “Boils fast. A bit loud.” · Blue Kettle – Yelp',
  )
})

test('the title leaves room for the average on a phone’s line', () => {
  const all = { average: 4.1, total: 214 }
  const title = (known: Partial<ReviewFacts>, wanted: Partial<ReviewRule> = { all }) =>
    format(known, wanted).title

  expect(title({ firstName: 'Konstantina-Alexandra', country: 'VC' })).toBe('Konstantina-Alexandra')
  expect(title({ firstName: 'Ann'.repeat(30), country: null }).length).toBeLessThanOrEqual(44)
  const productTitle = 'Hand-thrown stoneware mug with a handle, 350 ml, dishwasher safe'
  expect(title({ productTitle }, {})).toContain('Hand-thrown stoneware mug with a handle, 350 ml')
  expect(format({ productTitle }, { all }).text).toMatch(/” · Hand-thrown stoneware mug.*…$/)
})

test.each(languages)('the average in %s is short, with each number’s form', (language) => {
  const words = wordsOf(language)

  for (const total of [1, 2, 5, 21, 214, 1000]) {
    const { text } = format({}, { all: { average: 4.1, total } }, language)
    const [average = ''] = text.split(' – ')

    expect(average.startsWith(`${words.number(4.1)} · `)).toBe(true)
    expect(average.length).toBeLessThanOrEqual(25)
    // Arabic and Hebrew write one and two as words.
    if (total > 2) expect(average).toContain(words.number(total))
  }
})

test('words are cut, never changed', () => {
  const body = 'Not good, not bad; it boils water and that is all that I wanted from it. '.repeat(3)

  const { text } = format({ body })

  const kept = text.slice(1, -2)
  expect(body.startsWith(kept)).toBe(true)
  expect(text.endsWith('…”')).toBe(true)
})

test('in other languages only the words around are ours', () => {
  const all = { average: 4.2, total: 38 }

  expect(format({}, { all }, 'de')).toEqual({
    title: 'Ann in den Niederlanden',
    text: '4,2 · 38 Bewertungen – „Boils fast. A bit loud.“ · Blue Kettle',
  })
  expect(format({}, {}, 'fr').text).toBe('«\u00a0Boils fast. A bit loud.\u00a0»')
})

test.for<[string | null, NudgeLanguage, string | undefined]>([
  ['de', 'en', 'de'],
  ['pt_BR', 'en', 'pt-BR'],
  ['fa', 'en', 'fa'],
  // The nudge's, however it is written.
  ['en-GB', 'en', undefined],
  ['no', 'nb', undefined],
  ['zh-TW', 'zh-Hans', 'zh-TW'],
  // Unknown.
  [null, 'en', undefined],
  ['', 'en', undefined],
  ['German', 'en', undefined],
])('words in %s in a nudge in %s are marked as %s', ([language, ofNudge, marked]) => {
  expect(foreignLanguage({ body: 'Kocht schnell.', language }, wordsOf(ofNudge))).toBe(marked)
})

test('a review without words has no language', () => {
  expect(foreignLanguage({ body: ' ', language: 'de' }, wordsOf('en'))).toBeUndefined()
})
