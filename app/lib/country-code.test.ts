import { expect, test } from 'vitest'
import { countriesByName } from './countries.ts'
import { countryCodeOf } from './country-code.ts'

test.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Alemania', 'DE'],
  ['Germania', 'DE'],
  ['Duitsland', 'DE'],
  ['Österreich', 'AT'],
  ['Osterreich', 'AT'],
  ['Pays-Bas', 'NL'],
  ['The Netherlands', 'NL'],
  ['España', 'ES'],
  ['Großbritannien', 'GB'],
  ['AUT', 'AT'],
  ['Côte d’Ivoire', 'CI'],
  ['Niger', 'NE'],
])('%s is %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code)
})

test('no language’s name of a country is another country in English', () => {
  for (const { code, name } of countriesByName('en')) expect(countryCodeOf(name)).toBe(code)
})

test.each(['Atlantis', '', 'D', 'Europe'])('%j is no country', (name) => {
  expect(countryCodeOf(name)).toBeUndefined()
})
