import { expect, test } from 'vitest'
import { asFirstName } from './sensitive-fields.ts'

const field = (value: string, autocomplete: AutoFill = '') => ({ value, autocomplete })

test.each([
  ['Ada', '', 'Ada'],
  [' Ada ', '', 'Ada'],
  ['Zoë', 'name', 'Zoë'],
  // The page says that the field is for given names alone.
  ['Mary Ann', 'given-name', 'Mary'],
  ['Mary Ann', 'section-a billing given-name', 'Mary'],
] as const)('%s in a field for %s is sent as %s', (value, autocomplete, name) => {
  expect(asFirstName(field(value, autocomplete as AutoFill))).toBe(name)
})

test.each([
  // Either word can be the family name, and the rest isn't sent to find out.
  ['Okonkwo Chidi', ''],
  ['Ada Lovelace', 'name'],
  ['Lovelace, Ada', ''],
  ['4111 1111 1111 1111', ''],
  ['QWxhZGRpbjpvcGVuIHNlc', 'given-name'],
] as const)('%s in a field for %s is sent as no name', (value, autocomplete) => {
  expect(asFirstName(field(value, autocomplete))).toBeUndefined()
})
