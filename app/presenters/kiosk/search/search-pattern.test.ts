import { expect, test } from 'vitest'
import { searchPattern } from './search-pattern.ts'

test.each([
  ['linen', '%linen%'],
  [' linen ', '%linen%'],
  ['al', 'al%'],
  ['ann*', 'ann%'],
  ['*@shop.example', '%@shop.example'],
  ['a**z', 'a%z'],
  ['100%', String.raw`%100\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`a\b`, String.raw`%a\\b%`],
  ['%', String.raw`\%%`],
])('%j is the pattern %j', (text, pattern) => {
  expect(searchPattern(text)).toBe(pattern)
})

test.each(['', ' ', '*', '**'])('%j is everything', (text) => {
  expect(searchPattern(text)).toBeNull()
})
