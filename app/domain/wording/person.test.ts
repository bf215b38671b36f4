import { expect, test } from 'vitest'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { formatPerson, initialOf } from './person.ts'
import { wordsOf } from './words-of.ts'

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

const full = { ...defaultSiteOptions.conversion, lastname: true, location: false }

const nameShown = (firstName: string, lastName: string | null, country: string | null) =>
  formatPerson(
    { firstName, lastName, country, city: null, sameCity: 0 },
    { conversion: full, words: wordsOf('en') },
  )

test.each([
  ['太郎', '山田', 'JP', '山田太郎'],
  ['小明', '王', 'CN', '王小明'],
  ['小明', '王', 'US', '王小明'],
  ['민준', '김', 'KR', '김민준'],
  ['ジョン', 'スミス', 'US', 'ジョン・スミス'],
  ['タロウ', 'ヤマダ', 'JP', 'ヤマダタロウ'],
  ['Taro', 'Yamada', 'JP', 'Yamada Taro'],
  ['János', 'Kovács', 'HU', 'Kovács János'],
  ['An', 'Nguyễn', 'VN', 'Nguyễn An'],
  ['Peter', 'Chan', 'HK', 'Peter Chan'],
  ['John', 'Smith', 'JP', 'John Smith'],
  ['Peter', 'Gruber', 'HU', 'Peter Gruber'],
  ['Marie', 'Dubois', 'VN', 'Marie Dubois'],
  ['Ann', 'Lee', 'US', 'Ann Lee'],
])('the full name of %s and %s in %s is %s', (first, last, country, expected) => {
  expect(nameShown(first, last, country)).toBe(expected)
})

test.each([
  ['山田 太郎', 'JP', '山田太郎'],
  ['김민준', 'KR', '김민준'],
  ['Kovács János', 'HU', 'Kovács János'],
  ['János Kovács', 'HU', 'János Kovács'],
  ['KOVÁCS JÁNOS', 'HU', 'Kovács János'],
  ['Kovács, János', 'HU', 'Kovács János'],
  ['Nguyễn Văn An', 'VN', 'Nguyễn Văn An'],
  ['Ann Lee', 'US', 'Ann Lee'],
  ['Lee, Ann', 'US', 'Ann Lee'],
  // Which of the others is the family name isn't known.
  ['Nagy Anna Mária', 'HU', 'Anna'],
])('a full name in one field, “%s” in %s, is %s', (whole, country, expected) => {
  expect(nameShown(whole, null, country)).toBe(expected)
})
