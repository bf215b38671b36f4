import { expect, test } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { formatConversion } from '../conversion.ts'
import { formatConversions } from '../conversions.ts'
import { productOrderForms, formatSiteOrders } from '../purchases.ts'
import { formatRating } from '../reviews.ts'
import { formatSellingOut, sellingOutForms } from '../selling-out.ts'
import { fullQuery } from '../registry.ts'

const about = (type: NudgeType, language: NudgeLanguage, content: unknown = null) => ({
  words: wordsOf(language),
  query: fullQuery(type, {}),
  siteName: 'shop.example',
  content,
})

const numbers = [0, 1, 2, 5, 21]

test('orders of the site, by number', () => {
  const format = (language: NudgeLanguage) =>
    numbers.map((number) => formatSiteOrders(about('purchases', language), number))

  expect(format('en')).toEqual([
    '0 orders at shop.example in the last 7 days',
    '1 order at shop.example in the last 7 days',
    '2 orders at shop.example in the last 7 days',
    '5 orders at shop.example in the last 7 days',
    '21 orders at shop.example in the last 7 days',
  ])
  expect(format('fr').slice(0, 3)).toEqual([
    '0 commande sur shop.example au cours des 7 derniers jours',
    '1 commande sur shop.example au cours des 7 derniers jours',
    '2 commandes sur shop.example au cours des 7 derniers jours',
  ])
  expect(format('ar')).toEqual([
    'لا طلبات عبر \u2068shop.example\u2069 خلال آخر 7 أيام',
    'طلب واحد عبر \u2068shop.example\u2069 خلال آخر 7 أيام',
    'طلبان عبر \u2068shop.example\u2069 خلال آخر 7 أيام',
    '5 طلبات عبر \u2068shop.example\u2069 خلال آخر 7 أيام',
    '21 طلبًا عبر \u2068shop.example\u2069 خلال آخر 7 أيام',
  ])
})

test('orders of a product leave the number to its page, in every plural form', () => {
  expect(productOrderForms(about('purchases', 'en'))).toEqual([
    'Ordered once in the last 7 days',
    'Ordered # times in the last 7 days',
  ])
  expect(productOrderForms(about('purchases', 'de'))[1]).toBe(
    'In den letzten 7 Tagen #-mal bestellt',
  )
  expect(productOrderForms(about('purchases', 'ar'))).toHaveLength(6)
})

test('sign-ups, with and without what they are for', () => {
  const newsletter = { goal: 'the newsletter' }

  expect(formatConversions(about('conversions', 'en'), 1)).toBe('1 sign-up in the last 7 days')
  expect(formatConversions(about('conversions', 'en', newsletter), 12)).toBe(
    '12 sign-ups for the newsletter in the last 7 days',
  )
  expect(formatConversions(about('conversions', 'nl', newsletter), 1)).toBe(
    '1 aanmelding in de afgelopen 7 dagen: the newsletter',
  )
  expect(formatConversions(about('conversions', 'ar'), 2)).toBe('تسجيلان خلال آخر 7 أيام')
})

test('a rating is a headline of average and number over its source and time frame', () => {
  const rating = { average: 4.6, total: 38 }

  expect(formatRating(about('reviews', 'en'), rating)).toEqual({
    title: '4.6 · 38 reviews',
    text: 'in the last 60 days',
  })
  expect(formatRating(about('reviews', 'de', { source: 'Kettle Forum' }), rating)).toEqual({
    title: '4,6 · 38 Bewertungen',
    text: 'in den letzten 60 Tagen · Kettle Forum',
  })
  expect(formatRating(about('reviews', 'ar', { source: 'Kettle' }), rating)).toMatchObject({
    title: '4.6 · 38 تقييمًا',
    text: 'خلال آخر 60 يومًا · \u2068Kettle\u2069',
  })
})

test('a rating of more reviews than the maximum has that and a plus', () => {
  const context = about('reviews', 'en')
  const query = { ...context.query, maximum: 100 }

  expect(formatRating({ ...context, query }, { average: 4.6, total: 214 }).title).toBe(
    '4.6 · 100+ reviews',
  )
})

test('a goal or a source that claims something does not show', () => {
  const goal = { goal: 'the club of 500 happy customers' }
  const source = { source: 'a site with 20,000 reviews' }

  expect(formatConversions(about('conversions', 'en', goal), 3)).toBe(
    '3 sign-ups in the last 7 days',
  )
  expect(formatRating(about('reviews', 'en', source), { average: 4.6, total: 38 })).toMatchObject({
    text: 'in the last 60 days',
  })
})

test('a sign-up in French reads as a sentence behind a name', () => {
  expect(formatConversion(about('conversion', 'fr'))).toBe('a validé son inscription')
  expect(formatConversion(about('conversion', 'fr', { goal: 'la lettre' }))).toBe(
    'a validé son inscription : la lettre',
  )
})

test('the selling-out text leaves number and stock to the page', () => {
  expect(sellingOutForms(about('selling_out', 'en'))).toEqual({
    out: [
      'Ordered once in the last 24 hours, {stock} left',
      'Ordered # times in the last 24 hours, {stock} left',
    ],
    quickly: [
      'Popular: ordered once in the last 24 hours',
      'Popular: ordered # times in the last 24 hours',
    ],
  })
  expect(sellingOutForms(about('selling_out', 'de')).out[1]).toBe(
    'In den letzten 24 Stunden #-mal bestellt, noch {stock} verfügbar',
  )
})

test('the selling-out claim contains both texts that can show', () => {
  expect(formatSellingOut(about('selling_out', 'en'))).toBe(
    'Popular: ordered # times in the last 24 hours / Ordered # times in the last 24 hours, {stock} left',
  )
})
