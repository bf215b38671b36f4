import { expect, test } from 'vitest'
import { places } from '#tests/support/names/places.ts'
import { rowsOf } from '#tests/support/names/table.ts'
import { placeName } from './place-name.ts'

const rows = rowsOf(places).map(([country = null, city, shown = null]) => ({
  country,
  city: city ?? '–',
  shown,
}))

test('the table has 200 places', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200)
})

test.each(rows)('$country: $city', ({ country, city, shown }) => {
  expect(placeName(city, country)).toBe(shown)
})

test('a place has a letter, no digit, and stays as it is when it is read again', () => {
  const shown = rows.flatMap(({ country, city }) => {
    const place = placeName(city, country)
    return place === null ? [] : [{ country, place }]
  })

  expect(shown.filter(({ place }) => /\p{N}/u.test(place) || !/\p{L}/u.test(place))).toEqual([])
  expect(shown.filter(({ country, place }) => placeName(place, country) !== place)).toEqual([])
})
