import { expect, test } from 'vitest'
import { buyerOf, type NamedPlace } from './buyer.ts'

const at = (first_name: string | null, city: string | null, country: string | null = 'US') => ({
  first_name,
  city,
  country,
})
type Given = [string | null, (NamedPlace | null)[], NamedPlace | null]

const cases: [string, Given, (string | null)[]][] = [
  ['a gift', ['Ann', [at(null, 'Austin')], at('Bob', 'Reno')], ['Ann', 'Austin', 'US']],
  ['a gift without another address', ['Ann', [null], at('Bob', 'Reno')], ['Ann', null, null]],
  ['to herself', ['Ann', [null], at('ann marie', 'Reno')], ['Ann', 'Reno', 'US']],
  [
    'someone else’s card, and an address of hers',
    ['John', [at('Bob', 'Boston'), at(null, 'Ottawa', 'CA')], at('Steve', 'Reno')],
    ['John', 'Ottawa', 'CA'],
  ],
  [
    'three people: the one who pays',
    ['Ada', [at('Augusta', 'London', 'GB')], at('Annabella', 'Ockham', 'GB')],
    ['Augusta', 'London', 'GB'],
  ],
  ['a guest', [null, [at('Ann', 'Austin')], at('Bob', 'Reno')], ['Ann', 'Austin', 'US']],
  ['the recipient alone', [null, [null], at('Bob', 'Reno')], ['Bob', 'Reno', 'US']],
  ['no one named', [null, [at(null, 'Austin')], at(null, 'Reno')], [null, 'Austin', 'US']],
  [
    'a country, and the town where it is sent',
    ['Ann', [at(null, null)], at('Ann', 'Reno')],
    ['Ann', 'Reno', 'US'],
  ],
  ['no address', ['Ann', [], null], ['Ann', null, null]],
  ['nothing', [null, [], null], [null, null, null]],
]

test.each(cases)('%s', (_name, [account, billing, shipping], expected) => {
  expect(Object.values(buyerOf(account, { billing, shipping }))).toEqual(expected)
})
