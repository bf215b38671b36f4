import { expect, test } from 'vitest'
import { formatAge } from './card.ts'

const ago = [
  { below: 60, unit: 60, forms: ['just now', 'just now'] },
  { below: 3600, unit: 60, forms: ['# minute ago', '# minutes ago'] },
  { below: 86_400, unit: 3600, forms: ['an hour ago', '# hours ago'] },
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
])('an age of %d seconds is shown as %s', (age, text) => {
  expect(formatAge({ ago }, 1000, 1000 + age)).toBe(text)
})

test('an age beyond the last phrase isn’t shown', () => {
  expect(formatAge({ ago }, 1000, 1000 + 86_400)).toBe('')
})

test('a clock a little behind makes it new, a clock far behind makes it nothing', () => {
  expect(formatAge({ ago }, 1000, 1000 - 300)).toBe('just now')
  expect(formatAge({ ago }, 1000, 1000 - 301)).toBe('')
})

test('a language with more forms has its own for each number', () => {
  const hours = { below: 86_400, unit: 3600, forms: ['godzinę', '# godziny', '# godzin'] }
  const plural = `20111${'2'.repeat(195)}`

  const ages = [1, 2, 5].map((count) => formatAge({ ago: [hours], plural }, 0, count * 3600))

  expect(ages).toEqual(['godzinę', '2 godziny', '5 godzin'])
})
