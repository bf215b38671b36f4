import { expect, test } from 'vitest'
import { pickForm } from './plural.ts'

/** Polish: one, few (2 to 4 but not 12 to 14), many. */
const polish = Array.from({ length: 200 }, (_none, count) => {
  if (count === 1) return 0
  const [unit, rest] = [count % 10, count % 100]
  return unit >= 2 && unit <= 4 && (rest < 12 || rest > 14) ? 1 : 2
}).join('')

test.each([
  [0, 'many'],
  [1, 'one'],
  [2, 'few'],
  [5, 'many'],
  [12, 'many'],
  [21, 'many'],
  [22, 'few'],
  [199, 'many'],
  [200, 'many'],
  [201, 'many'],
  [202, 'few'],
  [1_000_004, 'few'],
  [1_000_012, 'many'],
])('%d asks for the form that the table names: %s', (count, form) => {
  expect(pickForm(['one', 'few', 'many'], count, polish)).toBe(form)
})

test.each([
  [0, 'people'],
  [1, 'person'],
  [2, 'people'],
  [21, 'people'],
  [201, 'people'],
])('without a table, %d takes the form %s', (count, form) => {
  expect(pickForm(['person', 'people'], count)).toBe(form)
})

test('a language with a single form has it for every number', () => {
  expect([0, 1, 2, 500].map((count) => pickForm(['all'], count))).toEqual(Array(4).fill('all'))
})

test('a number that the table does not reach has the last form', () => {
  expect(pickForm(['one', 'other'], 150, '10')).toBe('other')
})
