import { expect, test } from 'vitest'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { initialOf } from './person.ts'

const shown = { ...defaultSiteOptions.conversion, avatar: true }

test.each([
  ['ann', 'A'],
  ['Éva Kiss', 'É'],
  ['\u202eÖzge', 'Ö'],
  ['דוד', 'ד'],
  ["'t Hooft", undefined],
  ['Smith, John', 'J'],
  ['n/a', undefined],
  ['ann@example.com', undefined],
  ['…', undefined],
  [null, undefined],
])('the letter of %j is %j', (firstName, expected) => {
  expect(initialOf({ firstName, lastName: 'Lee', country: 'US' }, shown)).toBe(expected)
})

test('the letter shows no more than the name can', () => {
  const facts = { firstName: 'Ann', lastName: 'Lee', country: 'US' }

  expect(initialOf(facts, { ...shown, avatar: false })).toBeUndefined()
  expect(initialOf(facts, { ...shown, firstname: false, lastname: true })).toBeUndefined()
})
