/** What a purchase nudge may say about one purchase. Needs no database. product.md 5a and 5b. */
import type { NudgeQuery } from '../../../contract/nudges.ts'
import type { SiteOptions } from '../../../contract/site-options.ts'
import { countryName } from './country.ts'
import { cleanWords, cutWords, isolateWords, maxTextLength, maxTitleLength } from './words.ts'

/** A city is named only when this many purchases of the window share it. */
export const minCityPurchases = 5

const maxPlaceLength = 34

export type PurchaseFacts = {
  firstName: string | null
  lastName: string | null
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  productTitle: string | null
  /** Purchases of the window in the same city and country, this one included. */
  cityPurchases: number
}

export type PurchaseRule = {
  conversion: SiteOptions['conversion']
  query: NudgeQuery
}

export type Wording = { title: string; text: string }

/** The two lines of the nudge. Reads well with no name, no place and no product. */
export function sayPurchase(facts: PurchaseFacts, rule: PurchaseRule): Wording {
  const place = rule.conversion.location ? placeOf(facts) : null
  const where = place ? ` in ${place}` : ''
  const who = nameOf(facts, rule.conversion, maxTitleLength - where.length) ?? 'Someone'
  return { title: `${who}${where}`, text: boughtWhat(facts, rule) }
}

/** What a visitor reads, as one sentence: the words that the claim stands for. */
export const sentenceOf = ({ title, text }: Wording) => `${title} ${text}`

/** The rule behind the claim, for whoever asks on what it rests. */
export function describePurchaseRule({ conversion, query }: PurchaseRule): string {
  const person = conversion.firstname
    ? `the buyer's ${conversion.lastname ? 'full' : 'first'} name`
    : 'no name'
  const place = conversion.location
    ? `the city if ${String(minCityPurchases)} purchases of the window share it, else the country`
    : 'no place'
  const product = query.showProductName ? 'the product' : 'no product'
  return `One purchase that the shop itself reported, paid and not a test. Says ${person}, ${place}, ${product}.`
}

function boughtWhat({ productTitle }: PurchaseFacts, { query }: PurchaseRule): string {
  const product = query.showProductName ? cleanWords(productTitle) : null
  if (!product) return 'made a purchase'
  // Two more for the marks that may isolate it.
  return `bought ${isolateWords(cutWords(product, maxTextLength - 'bought '.length - 2))}`
}

function nameOf(
  { firstName, lastName }: PurchaseFacts,
  conversion: SiteOptions['conversion'],
  room: number,
): string | null {
  if (!conversion.firstname) return null
  const first = personalName(firstName)
  if (!first) return null
  const last = conversion.lastname ? personalName(lastName) : null
  return isolateWords(cutWords(last ? `${first} ${last}` : first, room - 2))
}

/** Shops put addresses and numbers into the name field too: those are not ours to show. */
function personalName(given: string | null): string | null {
  const name = cleanWords(given)
  return name === null || /[@\d]|:\/\/|\bwww\./iu.test(name) ? null : name
}

function placeOf({ city, country, cityPurchases }: PurchaseFacts): string | null {
  const town = cityPurchases >= minCityPurchases ? cleanWords(city) : null
  const place = town ?? countryName(country)
  return place && isolateWords(cutWords(place, maxPlaceLength - 2))
}
