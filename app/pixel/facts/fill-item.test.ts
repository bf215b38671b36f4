import { expect, test } from 'vitest'
import { itemOf, momentOf, phrases } from '#tests/support/pixel-values.ts'
import type { PixelCount, PixelCounts, PixelItem, PixelThreshold } from '#app/contract/pixel.ts'
import type { PageContext } from '../page-context.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { fillItem } from './fill-item.ts'

const now = 1_800_000_000

const counts: PixelCounts = {
  until: now + 60,
  window: 300,
  visitors: 8,
  pages: { '/products/shirt': 4 },
  products: {},
  carts: { window: 86_400, products: { sku1: 3 } },
}

const fillAt = (item: Partial<PixelItem>, about: Partial<PageContext> = {}) =>
  fillItem(itemOf(item), momentOf({ now, counts, ...about }))

const countOf = (about: Partial<PixelCount>): Partial<PixelItem> => ({
  title: 'Popular',
  text: '',
  count: { of: 'visitors', minimum: 1, forms: ['# person is here', '# people are here'], ...about },
})

const withProduct = (product: { id?: string; stock?: number }) => ({
  facts: { path: '/products/shirt', variables: {}, product },
})

test('the reader is not counted among those who are there', () => {
  expect(fillAt(countOf({}))).toEqual({ title: 'Popular', text: '7 people are here' })
  expect(fillAt(countOf({ of: 'page' }))).toMatchObject({ text: '3 people are here' })
})

test.each([
  [1, 'below_minimum'],
  [2, '1 person is here'],
  [3, '2 people are here'],
  [6, '5 people are here'],
  [22, '21 people are here'],
  [0, 'below_minimum'],
])('with %d visitors, the result is: %s', (visitors, filled) => {
  const words = fillAt(countOf({ minimum: 0 }), { counts: { ...counts, visitors } })

  expect(typeof words === 'string' ? words : words.text).toBe(filled)
})

test('a language with three forms has the one that its table names', () => {
  const plural = `20111${'2'.repeat(16)}2${'2'.repeat(178)}`
  const forms = ['# osoba', '# osoby', '# osób']

  const filled = [2, 3, 6, 22].map((visitors) =>
    fillAt(countOf({ forms }), {
      counts: { ...counts, visitors },
      phrases: { ...phrases, plural },
    }),
  )

  expect(filled).toMatchObject(
    ['1 osoba', '2 osoby', '5 osób', '21 osób'].map((text) => ({ text })),
  )
})

test('exactly the minimum is enough, one less is not', () => {
  expect(fillAt(countOf({ minimum: 7 }))).toMatchObject({ text: '7 people are here' })
  expect(fillAt(countOf({ minimum: 8 }))).toBe('below_minimum')
})

test('a count above the maximum shows as the maximum and a plus, in title and text', () => {
  const item = { ...countOf({ maximum: 5 }), title: '# here' }

  expect(fillAt(item)).toEqual({ title: '5+ here', text: '5+ people are here' })
  expect(fillAt(countOf({ maximum: 7 }))).toMatchObject({ text: '7 people are here' })
})

test.each<[NudgeLanguage, number, string]>([
  ['en', 999, '999'],
  ['en', 1234, '1,234'],
  ['de', 1_234_567, '1.234.567'],
  ['fr', 1234, '1\u{202F}234'],
  // Four digits aren't separated there.
  ['es', 1234, '1234'],
  ['pl', 12_345, '12\u{A0}345'],
  ['ar', 1234, '1,234'],
])('in %s, %d is written as: %s', (language, number, written) => {
  const { numbers } = phrasesOf(wordsOf(language), false)
  const about = {
    counts: { ...counts, visitors: number + 1 },
    phrases: { ...phrases, ...(numbers ? { numbers } : {}) },
  }
  const forms = ['one', '# {stock}']
  const stock = { maximum: number, cover: 1, forms, totals: { '/': number } }
  const facts = { path: '/', variables: {} }

  expect(fillAt({ ...countOf({ forms }), title: '#' }, about)).toMatchObject({
    title: written,
    text: `${written} {stock}`,
  })
  expect(fillAt(countOf({ forms, stock }), { ...about, facts })).toMatchObject({
    text: `${written} ${written}`,
  })
  expect(fillAt(countOf({ forms, maximum: number - 1 }), about)).toMatchObject({
    text: `${wordsOf(language).number(number - 1)}+ {stock}`,
  })
})

test('an earlier payload without signs has numbers as the browser writes them', () => {
  expect(fillAt(countOf({}), { counts: { ...counts, visitors: 1235 } })).toMatchObject({
    text: '1234 people are here',
  })
})

test('a missing amount is separated as other numbers of its language', () => {
  const { numbers } = wordsOf('es')
  const filled = (amount: number) =>
    fillAt(
      { text: '{missing}', threshold: { ...euro, amount } },
      {
        facts: { path: '/', variables: {}, cart: { amount: 1, currency: 'EUR' } },
        phrases: { ...phrases, numbers },
      },
    )

  expect(filled(1235.5)).toMatchObject({ text: '€ 1234,50' })
  expect(filled(12_346.5)).toMatchObject({ text: '€ 12.345,50' })
})

test('outdated visitor counts aren’t shown', () => {
  expect(fillAt(countOf({}), { now: counts.until - 1 })).toMatchObject({ text: /7/ })
  expect(fillAt(countOf({}), { now: counts.until })).toBe('stale')
  expect(fillItem(itemOf(countOf({})), momentOf({ now }))).toBe('stale')
})

test('carts are those with the product of the page', () => {
  const item = countOf({ of: 'carts' })

  expect(fillAt(item, withProduct({ id: 'sku1' }))).toMatchObject({ text: '2 people are here' })
  expect(fillAt(item, withProduct({ id: 'sku2' }))).toBe('below_minimum')
  expect(fillAt(item, withProduct({ id: 'constructor' }))).toBe('below_minimum')
  expect(fillAt(item)).toBe('no_page_data')
})

test('a total belongs to its path and needs no visitor of now', () => {
  const item = countOf({ of: 'paths', totals: { '/products/shirt': 12 }, minimum: 5 })

  expect(fillItem(itemOf(item), momentOf({ now }))).toMatchObject({ text: '12 people are here' })
  expect(fillAt(item, { facts: { path: '/', variables: {} } })).toBe('below_minimum')
})

test.each([
  [undefined, 'no_page_data'],
  [NaN, 'no_data'],
  [2.5, 'no_data'],
  [-3, 'no_data'],
  [0, 'no_data'],
  [1, 'Last one'],
  [3, 'Only 3 left'],
  [5, 'Only 5 left'],
  [6, 'no_data'],
])('with a stock of %s, the result is: %s', (stock, filled) => {
  const item = countOf({ of: 'stock', maximum: 5, forms: ['Last one', 'Only # left'] })

  const words = fillAt(item, withProduct(stock === undefined ? {} : { stock }))

  expect(typeof words === 'string' ? words : words.text).toBe(filled)
})

const euro: PixelThreshold = {
  amount: 50,
  currency: 'EUR',
  format: { text: '€ #', decimal: ',', group: '.', digits: 2 },
  reached: 'Free delivery is yours',
}
const yen: PixelThreshold = {
  amount: 1_000_000,
  currency: 'JPY',
  format: { text: '¥#', decimal: '.', group: ',', digits: 0 },
}

const withCart = (threshold: PixelThreshold, amount?: number, currency = threshold.currency) => {
  const cart = amount === undefined ? undefined : { amount, currency }
  return fillAt(
    { title: '', text: '{missing} more', threshold },
    { facts: { path: '/', variables: {}, cart } },
  )
}

test.each([
  [euro, 38.3, '€ 11,70 more'],
  [euro, 49.999, '€ 0,01 more'],
  [euro, 49.999_999_999, 'Free delivery is yours'],
  [euro, 50, 'Free delivery is yours'],
  [euro, 1000, 'Free delivery is yours'],
  [yen, 1, '¥999,999 more'],
  [{ ...yen, amount: 1_234_567.5 }, 1, '¥1,234,567 more'],
])('the missing amount is rounded up, in the shop’s currency: %#', (threshold, amount, text) => {
  expect(withCart(threshold, amount)).toMatchObject({ text })
})

test('a cart that is empty, not known or in another currency has nothing missing', () => {
  expect(withCart(euro, 0)).toBe('no_data')
  expect(withCart(euro)).toBe('no_page_data')
  expect(withCart(euro, NaN)).toBe('no_data')
  expect(withCart(euro, -5)).toBe('no_data')
  expect(withCart(euro, 20, 'USD')).toBe('no_data')
  expect(withCart(yen, 1_000_000)).toBe('no_data')
  expect(withCart({ ...euro, empty: 'Free from {missing}' }, 0)).toMatchObject({
    text: 'Free from € 50,00',
    reached: 0,
  })
})

test('the result includes the cart’s progress', () => {
  expect(withCart(euro, 25)).toMatchObject({ reached: 0.5 })
  expect(withCart(euro, 80)).toMatchObject({ reached: 1 })
})

test.each([
  [59, 'no_data'],
  [60, 'Ends in 1 min'],
  [3_599, 'Ends in 59 min'],
  [3_660, 'Ends in 1 h 1 min'],
  [90_000, 'Ends in 1 d 1 h'],
])('%d seconds before the end: %s', (left, filled) => {
  const words = fillAt({ text: 'Ends in {left}', countsDown: true, until: now + left })

  expect(typeof words === 'string' ? words : words.text).toBe(filled)
})

test('page variables fill the text, and a missing one has its fallback or shows nothing', () => {
  const variables = { name: 'Ada', points: 120, low: -1, none: '', broken: NaN }
  const filled = (text: string) =>
    fillAt({ title: '{name|you}', text, hasVariables: true }, { facts: { path: '/', variables } })

  expect(filled('{points} points')).toEqual({ title: 'Ada', text: '120 points' })
  expect(filled('Hello {who|there}, {name}')).toMatchObject({ text: 'Hello there, Ada' })
  expect(filled('{who|}!')).toMatchObject({ text: '!' })
  for (const name of ['who', 'low', 'none', 'broken', 'constructor', 'toString']) {
    expect(filled(`{${name}} points`)).toBe('no_page_data')
  }
})

test('a page variable is text and nothing else', () => {
  const facts = { path: '/', variables: { name: '{points} $& <b>', points: 1 } }

  expect(fillAt({ title: '', text: '{name}', hasVariables: true }, { facts })).toMatchObject({
    text: '{points} $& <b>',
  })
})

test('braces in words without variables are part of the words', () => {
  expect(fillAt({ ...countOf({ forms: ['# {x}'] }) })).toMatchObject({ text: '7 {x}' })
})

test('listed stock is shown on its page, unless the page reports stock itself', () => {
  const totals = { '/products/shirt': 2 }
  const item = countOf({ of: 'stock', maximum: 5, forms: ['Last one', 'Only # left'], totals })

  expect(fillAt(item, withProduct({}))).toMatchObject({ text: 'Only 2 left' })
  expect(fillAt(item, { facts: { path: '/products/shirt', variables: {} } })).toMatchObject({
    text: 'Only 2 left',
  })
  expect(fillAt(item, { facts: { path: '/products/mug', variables: {} } })).toBe('no_data')
  for (const stock of [0, 1, 50]) expect(fillAt(item, withProduct({ stock }))).toBe('no_data')
})

test('the product of the page is named where its name is known', () => {
  const names = { '/products/shirt': 'Shirt #1' }
  const item = countOf({ of: 'carts', names })

  expect(fillAt(item, withProduct({ id: 'sku1' }))).toMatchObject({ title: 'Shirt #1' })
  const elsewhere = { path: '/products/mug', variables: {}, product: { id: 'sku1' } }
  expect(fillAt(item, { facts: elsewhere })).toMatchObject({ title: 'Popular' })
})
