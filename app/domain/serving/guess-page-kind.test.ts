import { expect, test } from 'vitest'
import { guessPageKind } from './guess-page-kind.ts'

test.each([
  ['/', 'home'],
  ['/products/tote', 'product'],
  ['/collections/bags/products/tote', 'product'],
  ['/Produkte/tasche', 'product'],
  ['/collections/bags', 'collection'],
  ['/product-category/bags/', 'collection'],
  ['/shop', 'collection'],
  ['/cart', 'cart'],
  ['/cart.php', 'cart'],
  ['/cartoons', 'other'],
  ['/about', 'other'],
])('%s is a page of the kind %s', (path, kind) => {
  expect(guessPageKind(path)).toBe(kind)
})
