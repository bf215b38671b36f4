import { expect, test } from 'vitest'
import { africaAndMiddleEast } from '#tests/support/names/africa-and-middle-east.ts'
import { americasAndOceania } from '#tests/support/names/americas-and-oceania.ts'
import { asia } from '#tests/support/names/asia.ts'
import { nameFields } from '#tests/support/names/name-fields.ts'
import { northernAndEasternEurope } from '#tests/support/names/northern-and-eastern-europe.ts'
import { rowsOf } from '#tests/support/names/table.ts'
import { westernEurope } from '#tests/support/names/western-europe.ts'
import { givenName, splitName } from './given-name.ts'
import { foldName } from './fold-name.ts'

type Row = { country: string | null; name: string; shown: string | null; families: string[] }

const wholeNames = [
  westernEurope,
  northernAndEasternEurope,
  asia,
  africaAndMiddleEast,
  americasAndOceania,
].flatMap(rowsOf)

const familiesIn = (cell: string | null | undefined) => cell?.split('/') ?? []

const wholeRows = wholeNames.map(([country = null, name, shown = null, families]): Row => ({
  country,
  name: name ?? '',
  shown,
  families: familiesIn(families),
}))

const fieldRows = rowsOf(nameFields).map(([country = null, first = null, last = null, ...rest]) => {
  const [shown = null, families] = rest
  return { country, first, last, shown, families: [...familiesIn(families), ...familiesIn(last)] }
})

/** As it is shown after a whole name went in through any door. */
const shownOfWhole = ({ country, name }: Row) =>
  givenName({ first: splitName(name, country)?.given, country })

const holds = (shown: string | null, family: string) =>
  shown !== null && foldName(shown).split(/[ -]/).includes(foldName(family))

test('the table has 400 names of 60 countries', () => {
  const countries = new Set([...wholeRows, ...fieldRows].map(({ country }) => country))

  expect(wholeRows.length).toBeGreaterThanOrEqual(400)
  expect(countries.size).toBeGreaterThanOrEqual(60)
})

test.each(wholeRows)('whole name, $country: $name', (row) => {
  expect(shownOfWhole(row)).toBe(row.shown)
})

test.each(wholeRows)('a whole name in the field for the first one, $country: $name', (row) => {
  const shown = givenName({ first: row.name, country: row.country })

  expect([row.shown, null]).toContain(shown)
})

test.each(fieldRows)('fields, $country: $first and $last', ({ country, first, last, shown }) => {
  expect(givenName({ first, last, country })).toBe(shown)
})

test('no family name is ever shown', () => {
  const shown = [
    ...wholeRows.flatMap((row) => [
      { ...row, shown: shownOfWhole(row) },
      { ...row, shown: givenName({ first: row.name, country: row.country }) },
    ]),
    ...fieldRows.map((row) => ({ ...row, name: row.first, shown: givenName(row) })),
  ]

  const wrong = shown.filter((row) => row.families.some((family) => holds(row.shown, family)))

  expect(
    wrong.map(
      ({ country, name, shown: text }) => `${String(country)} ${String(name)}: ${String(text)}`,
    ),
  ).toEqual([])
})

test('without a country only rare names in another order are taken for given names', () => {
  const wrong = wholeRows.filter((row) => {
    const shown = givenName({ first: row.name, country: null })
    return row.families.some((family) => holds(shown, family))
  })

  expect(wrong.map(({ name }) => name)).toEqual([
    'Kisaragi Makoto',
    'Sok Dara',
    'Batbayar Bold',
    'Mutesi Aline',
  ])
})

test('a name that is shown stays as it is when it is read again', () => {
  const shown = wholeRows.flatMap((row) => (row.shown === null ? [] : [row]))

  const changed = shown.filter(
    (row) => givenName({ first: row.shown, country: row.country }) !== row.shown,
  )

  expect(
    changed.map(({ country, name, shown: text }) => `${String(country)} ${name}: ${String(text)}`),
  ).toEqual([])
})
