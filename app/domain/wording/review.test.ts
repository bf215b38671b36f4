import { expect, test } from 'vitest'
import { defaultSiteOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from './words-of.ts'
import { formatReview, type ReviewFacts, type ReviewRule } from './review.ts'

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

const format = (
  known: Partial<ReviewFacts> = {},
  wanted: Partial<ReviewRule> = {},
  language: NudgeLanguage = 'en',
) =>
  formatReview(
    { ...facts, ...known },
    {
      conversion: defaultSiteOptions.conversion,
      words: wordsOf(language),
      showProductName: true,
      all: null,
      ...wanted,
    },
  )

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

  expect(text).toMatch(/^“Very good\. .*…” – 4\.2 out of 5 from 38 reviews approved by the shop$/)
  expect(text.length).toBeLessThanOrEqual(120)
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
    title: 'Ann in den Niederlanden · Blue Kettle',
    text: '„Boils fast. A bit loud.“ – 4,2 von 5 bei 38 vom Shop freigegebenen Bewertungen',
  })
  expect(format({}, {}, 'fr').text).toBe('«\u00a0Boils fast. A bit loud.\u00a0»')
})
