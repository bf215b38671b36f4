import { expect, test } from 'vitest'
import { findUnstorable, shorten } from './storable-text.ts'

test.each<[string, unknown, readonly PropertyKey[] | null]>([
  ['a name with an emoji', { name: 'Zoë 👩🏽‍🚀' }, null],
  ['U+0000', 'a\0b', []],
  [
    'half of a pair in a list of objects',
    { rules: [{}, { value: 'a\ud800' }] },
    ['rules', 1, 'value'],
  ],
  ['U+0000 in the name of a field', { options: { 'a\0': 1 } }, ['options']],
  ['dates and numbers', { at: new Date(0), count: 1, none: null, absent: undefined }, null],
  [
    'an object without a prototype',
    Object.assign(Object.create(null) as object, { a: '\0' }),
    ['a'],
  ],
])('%s', (_name, value, path) => {
  expect(findUnstorable(value)).toEqual(path)
})

test('a text is cut at its limit', () => {
  expect(shorten('Kettle', 6)).toBe('Kettle')
  expect(shorten('Kettle', 3)).toBe('Ket')
})

test('a character isn’t cut in two', () => {
  expect(shorten('Tea 🍵 and more', 5)).toBe('Tea ')
  expect(shorten('Tea 🍵 and more', 6)).toBe('Tea 🍵')
})
