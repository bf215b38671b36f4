import { expect, test } from 'vitest'
import { defaultPurchaseQuery } from '../../../contract/nudges.ts'
import { defaultSiteOptions } from '../../../contract/site-options.ts'
import { sayPurchase, type PurchaseFacts, type PurchaseRule } from './purchase.ts'

const facts: PurchaseFacts = {
  firstName: 'Ann',
  lastName: 'Lee',
  city: 'Utrecht',
  country: 'NL',
  productTitle: 'Blue Kettle',
  cityPurchases: 5,
}

type Allowed = Partial<PurchaseRule['conversion'] & { showProductName: boolean }>

const rule = ({ showProductName = true, ...conversion }: Allowed = {}): PurchaseRule => ({
  conversion: { ...defaultSiteOptions.conversion, ...conversion },
  query: { ...defaultPurchaseQuery, showProductName },
})

const say = (known: Partial<PurchaseFacts>, allowed?: Allowed) => {
  const { title, text } = sayPurchase({ ...facts, ...known }, rule(allowed))
  return `${title} | ${text}`
}

const nothing = { firstName: null, lastName: null, city: null, country: null, productTitle: null }

const cases: [string, Partial<PurchaseFacts>, Allowed, string][] = [
  ['everything known', {}, {}, 'Ann in Utrecht | bought Blue Kettle'],
  ['no name', { firstName: null }, {}, 'Someone in Utrecht | bought Blue Kettle'],
  ['no place', { city: null, country: null }, {}, 'Ann | bought Blue Kettle'],
  ['no product', { productTitle: null }, {}, 'Ann in Utrecht | made a purchase'],
  ['nothing known', nothing, {}, 'Someone | made a purchase'],
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
  ['a city of four', { cityPurchases: 4 }, {}, 'Ann in the Netherlands | bought Blue Kettle'],
  [
    'a city of four, no country',
    { cityPurchases: 4, country: null },
    {},
    'Ann | bought Blue Kettle',
  ],
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
  expect(say(known, allowed)).toBe(expected)
})

test('long words are cut to the limits, with an ellipsis', () => {
  const long = 'x'.repeat(300)
  const { title, text } = sayPurchase(
    { ...facts, firstName: long, city: long, productTitle: long },
    rule(),
  )

  expect(title.length).toBeLessThanOrEqual(80)
  expect(title).toMatch(/^x+… in x+…$/)
  expect(text.length).toBeLessThanOrEqual(120)
  expect(text).toMatch(/^bought x+…$/)
})

test('no cut goes through a character', () => {
  const family = '👩‍👩‍👧‍👦'

  const { text } = sayPurchase({ ...facts, productTitle: family.repeat(50) }, rule())

  expect(text.length).toBeLessThanOrEqual(120)
  expect(text.replace('bought ', '').replace('…', '').replaceAll(family, '')).toBe('')
})

test('right-to-left words stay isolated when they are cut', () => {
  const { title, text } = sayPurchase(
    { ...facts, firstName: 'ד'.repeat(200), city: 'י'.repeat(200), productTitle: 'ש'.repeat(300) },
    rule(),
  )

  expect(title).toMatch(/^\u2068ד+…\u2069 in \u2068י+…\u2069$/u)
  expect(title.length).toBeLessThanOrEqual(80)
  expect(text).toMatch(/^bought \u2068ש+…\u2069$/u)
  expect(text.length).toBeLessThanOrEqual(120)
})
