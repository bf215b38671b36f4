import { expect, test } from 'vitest'
import type { PixelItem } from '#app/contract/pixel.ts'
import { phrasesOf } from '#app/domain/wording/phrases-of.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { fillItem } from './fill-item.ts'

const item: PixelItem = {
  claim: 'c',
  title: '',
  text: '',
  count: {
    of: 'paths',
    minimum: 2,
    totals: { '/kettle': 4 },
    forms: ['once', 'Sells quickly: #'],
    stock: { maximum: 20, cover: 3, forms: ['once, {stock} left', '# ordered, {stock} left'] },
  },
}

const fill = (stock: number | undefined, path = '/kettle') => {
  const facts = { path, product: { id: 'kettle', stock }, variables: {} } as const
  const filled = fillItem(item, { facts, phrases: phrasesOf(wordsOf('en'), false), now: 0 })
  return typeof filled === 'string' ? filled : filled.text
}

test('what lasts three days at this pace is told with the number that is left', () => {
  expect(fill(1)).toBe('4 ordered, 1 left')
  expect(fill(12)).toBe('4 ordered, 12 left')
})

test('what lasts longer only sells quickly', () => {
  expect(fill(13)).toBe('Sells quickly: 4')
  expect(fill(20)).toBe('Sells quickly: 4')
})

test.each([[21], [0], [-1], [2.5], [NaN], [undefined]])(
  'with a stock of %s nothing is told',
  (stock) => {
    expect(fill(stock)).toBe('no_data')
  },
)

test('the page of another product says nothing', () => {
  expect(fill(1, '/mug')).toBe('below_minimum')
})
