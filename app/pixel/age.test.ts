import { expect, test } from 'vitest'
import { tellAge } from './age.ts'

const phrases = [
  { below: 60, unit: 60, one: 'just now', other: 'just now' },
  { below: 3600, unit: 60, one: '# minute ago', other: '# minutes ago' },
  { below: 86_400, unit: 3600, one: 'an hour ago', other: '# hours ago' },
]

test.each([
  [0, 'just now'],
  [59.9, 'just now'],
  [60, '1 minute ago'],
  [119, '1 minute ago'],
  [120, '2 minutes ago'],
  [3599, '59 minutes ago'],
  [3600, 'an hour ago'],
  [7200, '2 hours ago'],
  [86_399, '23 hours ago'],
])('an age of %d seconds is told as %s', (age, told) => {
  expect(tellAge(phrases, 1000, 1000 + age)).toBe(told)
})

test('an age beyond the last phrase is not told', () => {
  expect(tellAge(phrases, 1000, 1000 + 86_400)).toBeNull()
})

test('a clock a little behind makes it new, a clock far behind makes it nothing', () => {
  expect(tellAge(phrases, 1000, 1000 - 300)).toBe('just now')
  expect(tellAge(phrases, 1000, 1000 - 301)).toBeNull()
})
