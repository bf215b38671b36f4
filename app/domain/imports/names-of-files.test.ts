import { expect, test } from 'vitest'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { formatPerson } from '#app/domain/wording/person.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { readRow } from './read-row.ts'

const notation = { timeZone: 'UTC', dayOrder: null, decimalMark: null, preset: null }

const personOf = (cells: Record<string, string>) => {
  const fields = new Map(
    Object.entries({ id: '1', occurred_at: '2026-11-26 10:00', product: 'Mug', ...cells }),
  )
  const read = readRow('purchase', { fields, cellOf: () => null }, notation)
  if (!('fact' in read)) throw new Error('The row has errors.')
  return read.fact.person ?? null
}

const rule = { conversion: defaultSiteOptions.conversion, words: wordsOf('en') }

const shownOf = (cells: Record<string, string>) => {
  const person = personOf(cells)
  return formatPerson(
    {
      firstName: person?.first_name ?? null,
      lastName: person?.last_name ?? null,
      city: null,
      country: person?.country ?? null,
      sameCity: 0,
    },
    rule,
  )
}

test.each([
  ['Ann Smith', 'GB', 'Ann', 'Smith'],
  ['Ann Mary Smith', 'NL', 'Ann', 'Mary Smith'],
  ['Smith, John', 'GB', 'John', 'Smith'],
  ['王小明', 'TW', '小明', '王'],
  ['Nguyễn Văn An', 'VN', 'An', 'Nguyễn Văn'],
  ['Kovács János', 'HU', 'János', 'Kovács'],
  ['山田 太郎', 'JP', '太郎', '山田'],
  ['Herr Müller', 'DE', undefined, undefined],
  ['n/a', 'DE', undefined, undefined],
])('the name column %s of %s is %s and %s', (...given) => {
  const [full_name, country, first, last] = given

  expect(personOf({ full_name, country })).toEqual({
    country,
    ...(first === undefined ? {} : { first_name: first, last_name: last }),
  })
})

test('the sentence of the card is true for each name of a file', () => {
  const shown = [
    shownOf({ full_name: 'Smith, John', country: 'GB' }),
    shownOf({ full_name: '王小明', country: 'TW' }),
    shownOf({ full_name: 'Nguyễn Văn An', country: 'VN' }),
    shownOf({ full_name: 'Kovács János', country: 'HU' }),
    shownOf({ full_name: '山田 太郎', country: 'JP' }),
    shownOf({ first_name: 'SMITH', last_name: 'John', country: 'GB' }),
    shownOf({ first_name: 'Ann Smith', last_name: 'Smith', country: 'GB' }),
  ]

  expect(shown).toEqual([
    'John in the UK',
    '小明 in Taiwan',
    'An in Vietnam',
    'János in Hungary',
    '太郎 in Japan',
    'Someone in the UK',
    'Ann in the UK',
  ])
})
