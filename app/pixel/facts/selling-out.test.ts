import { expect, test } from 'vitest'
import type { PixelCount, PixelItem } from '#app/contract/pixel.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { fillItem } from './fill-item.ts'

const stock = { maximum: 20, cover: 3, forms: ['once, {stock} left', '# ordered, {stock} left'] }
const count: PixelCount = {
  of: 'paths',
  minimum: 2,
  totals: { '/kettle': 4 },
  forms: ['once', 'Sells quickly: #'],
  stock,
}
const item: PixelItem = { claim: 'c', title: '', text: '', count }

const fill = (reported: number | undefined, path = '/kettle', filledItem = item) => {
  const facts = { path, product: { id: 'kettle', stock: reported }, variables: {} }
  const filled = fillItem(filledItem, { facts, phrases: phrasesOf(wordsOf('en'), false), now: 0 })
  return typeof filled === 'string' ? filled : filled.text
}

test('stock that lasts three days at this rate shows with the number that is left', () => {
  expect(fill(1)).toBe('4 ordered, 1 left')
  expect(fill(12)).toBe('4 ordered, 12 left')
})

test('stock that lasts longer only shows as selling quickly', () => {
  expect(fill(13)).toBe('Sells quickly: 4')
  expect(fill(20)).toBe('Sells quickly: 4')
})

test.each([[21], [0], [-1], [2.5], [NaN]])('a stock of %s shows nothing', (stock) => {
  expect(fill(stock)).toBe('no_data')
})

test('a page that reports no stock is the reason', () => {
  expect(fill(undefined)).toBe('no_page_data')
})

test('listed stock replaces a missing report, and is hidden as soon as the page reports stock', () => {
  const listed = { ...item, count: { ...count, stock: { ...stock, totals: { '/kettle': 2 } } } }

  expect(fill(undefined, '/kettle', listed)).toBe('4 ordered, 2 left')
  expect(fill(0, '/kettle', listed)).toBe('no_data')
  expect(fill(2, '/kettle', listed)).toBe('no_data')
})

test('the page of another product says nothing', () => {
  expect(fill(1, '/mug')).toBe('below_minimum')
})
