import { expect, test } from 'vitest'
import { rarePattern, searchPattern } from './search-pattern.ts'

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

test.each([
  ['%ann.archer.24611@mail3.example%', '%24611%'],
  ['ann%173@%.example', '%173%'],
  [String.raw`%a\_42\%b123%`, '%b123%'],
  ['%ann archer%', null],
  ['%ann.42@shop.example%', null],
])('the rare part of %j is %j', (pattern, rare) => {
  expect(rarePattern(pattern)).toBe(rare)
})
