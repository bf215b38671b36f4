import { expect, test } from 'vitest'
import { guessFirstName } from './form-draft.ts'

test.each([
  [['lastname', 'firstname'], 'firstname'],
  [['FNAME', 'LNAME'], 'FNAME'],
  [['name', 'given_name'], 'given_name'],
  [['billing_first_name'], 'billing_first_name'],
  [['nachname', 'vorname'], 'vorname'],
  [['prénom', 'nom'], 'prénom'],
  [['imię'], 'imię'],
])('among the fields %j the first name is in %s', (fields, found) => {
  expect(guessFirstName(fields)).toBe(found)
})

test.each([['name'], ['your-name'], ['full_name'], ['lastname'], ['username'], ['company_name']])(
  'a field %s isn’t proposed: one word there can be a last name',
  (field) => {
    expect(guessFirstName([field])).toBe('')
  },
)
