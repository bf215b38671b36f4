/** Who did it and where, as far as the site lets it be told. product.md 5a. */
import type { SiteOptions } from '#app/contract/site-options.ts'
import { countryName, inCity, inCountry } from './places.ts'
import type { WordsOf } from './words-of.ts'
import { someone } from './person.words.ts'
import { cleanWords, cutWords, isolateWords, maxTextLength, maxTitleLength } from './text.ts'

/** A city is named only when this many activities of the window share it. */
export const minSameCity = 5

const maxCityLength = 34

export type PersonFacts = {
  firstName: string | null
  lastName: string | null
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Activities of the kind in the window in the same city and country, this one included. */
  sameCity: number
}

export type PersonRule = { conversion: SiteOptions['conversion']; words: WordsOf }

/** "Ann in Utrecht"; reads well with no name and no place. */
export function formatPerson(facts: PersonFacts, { conversion, words }: PersonRule): string {
  const place = conversion.location ? placeOf(facts, words) : null
  const where = place === null ? '' : ` ${place}`
  const name = nameOf(facts, conversion)
  if (name === null) return `${someone[words.language]}${where}`
  // Two more for the marks that may isolate it.
  const cut = cutWords(name, maxTitleLength - where.length - 2)
  return `${isolateWords(cut, words.language)}${where}`
}

/** The same facts one by one, for the owner's own words. */
export function personValues(facts: PersonFacts, { conversion, words }: PersonRule) {
  const name = nameOf(facts, conversion)
  return {
    first_name:
      name === null ? null : isolateWords(cutWords(name, maxTitleLength / 2), words.language),
    place: conversion.location ? placeOf(facts, words) : null,
  }
}

/** A title of somebody else's, for the owner's own words. */
export function productValue(title: string | null, { language }: WordsOf): string | null {
  const words = cleanWords(title)
  return words === null ? null : isolateWords(cutWords(words, maxTextLength / 2), language)
}

/** The letter that stands for a person where the site wants one: the first of the name that is told. */
export function initialOf(
  facts: Pick<PersonFacts, 'firstName' | 'lastName'>,
  conversion: SiteOptions['conversion'],
): string | undefined {
  const name = conversion.avatar ? nameOf(facts, conversion) : null
  return name === null ? undefined : /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase()
}

/** Whether there is a place that may be told. */
export const hasPlace = ({ city, country, sameCity }: PersonFacts) =>
  countryName('en', country) !== null || (sameCity >= minSameCity && cleanWords(city) !== null)

function nameOf(
  { firstName, lastName }: Pick<PersonFacts, 'firstName' | 'lastName'>,
  conversion: SiteOptions['conversion'],
): string | null {
  const first = conversion.firstname ? personalName(firstName) : null
  if (first === null) return null
  if (!conversion.lastname) return firstWord(first)
  const last = personalName(lastName)
  return last === null ? first : `${first} ${last}`
}

/** Forms with one field for a name have the last name in it as well. */
const firstWord = (name: string) => name.replace(/^((?:عبد |Abd |Abdul )?\S+)\s.*$/u, '$1')

/** Shops put addresses and numbers into the name field too: those are not ours to show. */
function personalName(given: string | null): string | null {
  const name = cleanWords(given)
  return name === null || /[@\d]|:\/\/|\bwww\./iu.test(name) ? null : name
}

function placeOf({ city, country, sameCity }: PersonFacts, { language }: WordsOf): string | null {
  const town = sameCity >= minSameCity ? cleanWords(city) : null
  if (town === null) return inCountry(language, country)
  return inCity(language, isolateWords(cutWords(town, maxCityLength - 2), language))
}

/** Said in a rule, in English. */
export const describePerson = ({ conversion }: Pick<SiteOptions, 'conversion'>) => ({
  name: conversion.firstname
    ? `the ${conversion.lastname ? 'full' : 'first'} name as it was given`
    : 'no name',
  place: conversion.location
    ? `the city if ${String(minSameCity)} of the window share it, else the country`
    : 'no place',
})
