import { expect, test } from 'vitest'
import { countPieces, readCart, totalOf, withMore, withQuantity, writeCart } from './cart.ts'
import { demoProducts } from './catalog.ts'

const [mug, board] = demoProducts as [(typeof demoProducts)[number], (typeof demoProducts)[number]]

test('a written cart reads back the same', () => {
  const cart = withMore(withMore([], mug, 2), board, 1)

  expect(readCart(writeCart(cart))).toEqual(cart)
  expect(countPieces(cart)).toBe(3)
  expect(totalOf(cart)).toBe(2 * mug.price + board.price)
})

test.each([
  [undefined, ''],
  ['', ''],
  ['stoneware-mug.2_stoneware-mug.5', 'stoneware-mug.2'],
  ['stoneware-mug.400', 'stoneware-mug.9'],
  ['stoneware-mug.-1_oak-serving-board.1', 'oak-serving-board.1'],
  ['stoneware-mug.1.5', 'stoneware-mug.1'],
  ['__proto__.1_gold-bar.3', ''],
  ['stoneware-mug.1e9', 'stoneware-mug.9'],
  ['_._.', ''],
])('a cookie of %j holds %j', (cookie, held) => {
  expect(writeCart(readCart(cookie))).toBe(held)
})

test('a quantity stops at nine, and zero removes the product', () => {
  const full = withMore(withMore([], mug, 8), mug, 8)

  expect(countPieces(full)).toBe(9)
  expect(withQuantity(full, mug, 0)).toEqual([])
})
