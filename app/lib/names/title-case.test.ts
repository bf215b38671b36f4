import { expect, test } from 'vitest'
import { titleCase } from './title-case.ts'

test.each([
  ['ÉLODIE', 'FR', 'Élodie'],
  ['mary-jane', 'US', 'Mary-Jane'],
  ["o'brien", 'IE', "O'Brien"],
  ['O’BRIEN', 'IE', 'O’Brien'],
  ["d'arcy", 'GB', "D'Arcy"],
  ['McDonald', 'GB', 'McDonald'],
  ['DeShawn', 'US', 'DeShawn'],
  ['ipek', 'TR', 'İpek'],
  ['IŞIL', 'TR', 'Işıl'],
  ['ipek', 'DE', 'Ipek'],
  ['IJSBRAND', 'NL', 'IJsbrand'],
  ['ΓΙΩΡΓΟΣ', 'GR', 'Γιωργος'],
  ['ЮЛИЯ', 'RU', 'Юлия'],
  ['ნინო', 'GE', 'ნინო'],
  ['太郎', 'JP', '太郎'],
  ['ÅSA ÖBERG', 'SE', 'Åsa Öberg'],
  ['SØREN', null, 'Søren'],
])('%s in %s is %s', (text, country, expected) => {
  expect(titleCase(text, { country })).toBe(expected)
})
