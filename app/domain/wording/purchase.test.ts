import { expect, test } from 'vitest'
import { defaultSiteOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from './words-of.ts'
import { formatPurchase, type PurchaseFacts, type PurchaseRule } from './purchase.ts'

const facts: PurchaseFacts = {
  firstName: 'Ann',
  lastName: 'Lee',
  city: 'Utrecht',
  country: 'NL',
  productTitle: 'Blue Kettle',
  sameCity: 5,
}

type Allowed = Partial<PurchaseRule['conversion'] & { showProductName: boolean }>

const rule = (
  { showProductName = true, ...conversion }: Allowed = {},
  language: NudgeLanguage = 'en',
): PurchaseRule => ({
  conversion: { ...defaultSiteOptions.conversion, ...conversion },
  query: { showProductName },
  words: wordsOf(language),
})

const format = (known: Partial<PurchaseFacts>, allowed?: Allowed) => {
  const { title, text } = formatPurchase({ ...facts, ...known }, rule(allowed))
  return `${title} | ${text}`
}

const nothing = { firstName: null, lastName: null, city: null, country: null, productTitle: null }

const cases: [string, Partial<PurchaseFacts>, Allowed, string][] = [
  ['everything known', {}, {}, 'Ann in Utrecht | bought Blue Kettle'],
  ['no name', { firstName: null }, {}, 'Someone in Utrecht | bought Blue Kettle'],
  ['no place', { city: null, country: null }, {}, 'Ann | bought Blue Kettle'],
  ['no product', { productTitle: null }, {}, 'Ann in Utrecht | made a purchase'],
  ['nothing known', nothing, {}, 'Someone | made a purchase'],
  [
    'the whole name where the first one belongs',
    { firstName: 'Ann Lee' },
    {},
    'Ann in Utrecht | bought Blue Kettle',
  ],
  ['a turned name', { firstName: 'Smith, John' }, {}, 'John in Utrecht | bought Blue Kettle'],
  ['a filler for a name', { firstName: 'n/a' }, {}, 'Someone in Utrecht | bought Blue Kettle'],
  [
    'a name in capital letters',
    { firstName: 'ÉLODIE' },
    {},
    'Élodie in Utrecht | bought Blue Kettle',
  ],
  [
    'a family name alone, as older imports stored it',
    { firstName: 'Kovács', lastName: 'János', country: 'HU' },
    {},
    'Someone in Utrecht | bought Blue Kettle',
  ],
  ['a postal code', { city: '3511 Utrecht' }, {}, 'Ann in Utrecht | bought Blue Kettle'],
  ['a street', { city: 'Kerkstraat 5' }, {}, 'Ann in the Netherlands | bought Blue Kettle'],
  ['a filler for a place', { city: '-' }, {}, 'Ann in the Netherlands | bought Blue Kettle'],
  [
    'last names are on, in one field',
    { firstName: 'ann LEE', lastName: null },
    { lastname: true },
    'Ann Lee in Utrecht | bought Blue Kettle',
  ],
  ['names are off', {}, { firstname: false }, 'Someone in Utrecht | bought Blue Kettle'],
  ['last names are on', {}, { lastname: true }, 'Ann Lee in Utrecht | bought Blue Kettle'],
  [
    'last names are on, first names off',
    {},
    { firstname: false, lastname: true },
    'Someone in Utrecht | bought Blue Kettle',
  ],
  ['places are off', {}, { location: false }, 'Ann | bought Blue Kettle'],
  ['product names are off', {}, { showProductName: false }, 'Ann in Utrecht | made a purchase'],
  ['a city of four', { sameCity: 4 }, {}, 'Ann in the Netherlands | bought Blue Kettle'],
  ['a city of four, no country', { sameCity: 4, country: null }, {}, 'Ann | bought Blue Kettle'],
  [
    'a country without article',
    { city: null, country: 'DE' },
    {},
    'Ann in Germany | bought Blue Kettle',
  ],
  ['the United States', { city: null, country: 'US' }, {}, 'Ann in the US | bought Blue Kettle'],
  ['an unknown country', { city: null, country: 'ZZ' }, {}, 'Ann | bought Blue Kettle'],
  ['a country in lower case', { city: null, country: 'nl' }, {}, 'Ann | bought Blue Kettle'],
  [
    'an address for a name',
    { firstName: 'ann@example.com' },
    {},
    'Someone in Utrecht | bought Blue Kettle',
  ],
  [
    'a number for a name',
    { firstName: '+31 6 1234' },
    {},
    'Someone in Utrecht | bought Blue Kettle',
  ],
  [
    'a link for a name',
    { firstName: 'www.spam.example' },
    {},
    'Someone in Utrecht | bought Blue Kettle',
  ],
  [
    'an address for a last name',
    { lastName: 'a@b.c' },
    { lastname: true },
    'Ann in Utrecht | bought Blue Kettle',
  ],
  [
    'blank words',
    { firstName: ' ', productTitle: '\n' },
    {},
    'Someone in Utrecht | made a purchase',
  ],
  [
    'markup stays text',
    { productTitle: '<b>Kettle</b>' },
    {},
    'Ann in Utrecht | bought <b>Kettle</b>',
  ],
  [
    'line breaks and controls',
    { productTitle: 'Blue\r\n\u0007Kettle' },
    {},
    'Ann in Utrecht | bought Blue Kettle',
  ],
  [
    'direction overrides',
    { firstName: '\u202eAnn\u2069' },
    {},
    'Ann in Utrecht | bought Blue Kettle',
  ],
  [
    'half a character',
    { productTitle: 'Blue \ud83d Kettle' },
    {},
    'Ann in Utrecht | bought Blue Kettle',
  ],
  [
    'a right-to-left name is kept apart',
    { firstName: 'דוד' },
    {},
    '\u2068דוד\u2069 in Utrecht | bought Blue Kettle',
  ],
  ['an emoji of several parts', { productTitle: 'Mug 👩‍👩‍👧' }, {}, 'Ann in Utrecht | bought Mug 👩‍👩‍👧'],
]

test.each(cases)('%s', (...[, known, allowed, expected]) => {
  expect(format(known, allowed)).toBe(expected)
})

test('long words are cut to the limits, with an ellipsis', () => {
  const long = 'x'.repeat(300)
  const { title, text } = formatPurchase(
    { ...facts, firstName: 'ana'.repeat(60), city: 'utrecht'.repeat(40), productTitle: long },
    rule(),
  )

  expect(title.length).toBeLessThanOrEqual(80)
  expect(title).toMatch(/^Ana[an]+… in Utrecht[utrech]+…$/)
  expect(text.length).toBeLessThanOrEqual(120)
  expect(text).toMatch(/^bought x+…$/)
})

test('no cut goes through a character', () => {
  const family = '👩‍👩‍👧‍👦'

  const { text } = formatPurchase({ ...facts, productTitle: family.repeat(50) }, rule())

  expect(text.length).toBeLessThanOrEqual(120)
  expect(text.replace('bought ', '').replace('…', '').replaceAll(family, '')).toBe('')
})

test('right-to-left words stay isolated when they are cut', () => {
  const { title, text } = formatPurchase(
    {
      ...facts,
      firstName: 'דוד'.repeat(60),
      city: 'יפו'.repeat(60),
      productTitle: 'ש'.repeat(300),
    },
    rule(),
  )

  expect(title).toMatch(/^\u2068[דו]+…\u2069 in \u2068[יפו]+…\u2069$/u)
  expect(title.length).toBeLessThanOrEqual(80)
  expect(text).toMatch(/^bought \u2068ש+…\u2069$/u)
  expect(text.length).toBeLessThanOrEqual(120)
})

const inLanguage = (language: NudgeLanguage, known: Partial<PurchaseFacts>) => {
  const { title, text } = formatPurchase({ ...facts, ...known }, rule({}, language))
  return `${title} ${text}`
}

test.each<[NudgeLanguage, string, string, string]>([
  [
    'de',
    'Ann in Utrecht hat Blue Kettle gekauft',
    'Ann in den Niederlanden hat Blue Kettle gekauft',
    'Jemand hat etwas gekauft',
  ],
  [
    'fr',
    'Ann à Utrecht a acheté Blue Kettle',
    'Ann aux Pays-Bas a acheté Blue Kettle',
    'Quelqu’un a passé une commande',
  ],
  [
    'nl',
    'Ann in Utrecht kocht Blue Kettle',
    'Ann in Nederland kocht Blue Kettle',
    'Iemand heeft iets gekocht',
  ],
  [
    'es',
    'Ann en Utrecht compró Blue Kettle',
    'Ann en los Países Bajos compró Blue Kettle',
    'Alguien hizo una compra',
  ],
  [
    'ar',
    '\u2068Ann\u2069 في \u2068Utrecht\u2069 عملية شراء: \u2068Blue Kettle\u2069',
    '\u2068Ann\u2069 في هولندا عملية شراء: \u2068Blue Kettle\u2069',
    'شخص ما عملية شراء',
  ],
])('in %s it reads well with a city, with a country and with nothing', (...given) => {
  const [language, withCity, withCountry, withNothing] = given

  expect(inLanguage(language, {})).toBe(withCity)
  expect(inLanguage(language, { sameCity: 4 })).toBe(withCountry)
  expect(inLanguage(language, nothing)).toBe(withNothing)
})
