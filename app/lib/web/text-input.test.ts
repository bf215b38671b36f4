import { expect, test } from 'vitest'
import { textLine } from './text-input.ts'

const name = textLine({ max: 5, missing: 'Enter a name.' })

test.each([
  [' Ann ', 'Ann'],
  ['Zoe\u0308', 'Zo\u00eb'],
  ['👩🏽‍🚀', '👩🏽‍🚀'],
])('%j is stored as %j', (given, stored) => {
  expect(textLine({ max: 20 }).parse(given)).toBe(stored)
})

test.each([
  ['a\0b', 'Use one line, without control characters.'],
  ['a\nb', 'Use one line, without control characters.'],
  ['a\ud800', 'Use one line, without control characters.'],
  ['  ', 'Enter a name.'],
  ['abcdef', 'Use 5 characters or fewer.'],
])('%j is refused', (given, sentence) => {
  expect(name.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([sentence])
})
