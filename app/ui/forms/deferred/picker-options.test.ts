import { expect, test } from 'vitest'
import { exactOption, findOptions, listOptions } from './picker-options.ts'

const winter = Date.UTC(2026, 0, 15)
const summer = Date.UTC(2026, 6, 15)
const named = (of: Parameters<typeof listOptions>[0], value: string, at = winter) =>
  listOptions(of, 'en', at).find((one) => one.value === value)?.label
const found = (of: Parameters<typeof listOptions>[0], text: string) =>
  findOptions(listOptions(of, 'en', winter), text).map(({ value }) => value)

test('options are named in the reader’s language', () => {
  expect(named('country', 'NL')).toBe('Netherlands (NL)')
  expect(named('currency', 'EUR')).toBe('Euro (EUR)')
  const german = listOptions('country', 'de', winter)
  expect(german.find(({ value }) => value === 'NL')?.label).toBe('Niederlande (NL)')
  expect(german[0]?.label).toBe('Afghanistan (AF)')
})

test('all other countries are an option for destinations only', () => {
  expect(listOptions('destination', 'en', winter)[0]?.value).toBe('*')
  expect(named('country', '*')).toBeUndefined()
})

test('time zones have the offset of the moment', () => {
  expect(named('timeZone', 'Europe/Amsterdam', winter)).toBe('Europe/Amsterdam (UTC+01:00)')
  expect(named('timeZone', 'Europe/Amsterdam', summer)).toBe('Europe/Amsterdam (UTC+02:00)')
  expect(named('timeZone', 'America/New_York', winter)).toBe('America/New York (UTC−05:00)')
  expect(named('timeZone', 'Asia/Calcutta', winter)).toBe('Asia/Calcutta (UTC+05:30)')
  expect(listOptions('timeZone', 'en', winter)[0]).toEqual({ value: 'UTC', label: 'UTC' })
})

test('a search finds codes first, then starts of names, then parts, with or without accents', () => {
  expect(found('country', 'de').slice(0, 2)).toEqual(['DE', 'DK'])
  expect(found('country', 'states')).toEqual(['US'])
  expect(found('country', 'curacao')).toEqual(['CW'])
  expect(found('timeZone', 'new york')).toEqual(['America/New_York'])
  expect(found('currency', 'usd')[0]).toBe('USD')
  expect(found('country', 'atlantis')).toEqual([])
  expect(found('destination', '')).toHaveLength(listOptions('destination', 'en', winter).length)
})

test('a code or a whole name is exact, a part is not', () => {
  const options = listOptions('destination', 'en', winter)
  expect(exactOption(options, ' nl ')?.value).toBe('NL')
  expect(exactOption(options, '*')?.value).toBe('*')
  expect(exactOption(options, 'all other countries')?.value).toBe('*')
  expect(exactOption(options, 'nether')).toBeUndefined()
})
