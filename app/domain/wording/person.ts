/** Formats a buyer's name and place within the site's privacy settings. */
import type { SiteOptions } from '#app/contract/site-options.ts'
import { countryName, inCity, inCountry } from './places.ts'
import type { WordsOf } from './words-of.ts'
import { someone } from './person.words.ts'
import { cleanWords, cutWords, isolateWords, maxTextLength, maxTitleLength } from './text.ts'

/**
 * A city is shown only when this many activities in the time frame share it, so that it identifies
 * no one.
 */
export const minSameCity = 5

const maxCityLength = 34

export type PersonFacts = {
  firstName: string | null
  lastName: string | null
  city: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /**
   * Activities of the kind within the time frame in the same city and country, including this one.
   */
  sameCity: number
}

export type PersonRule = { conversion: SiteOptions['conversion']; words: WordsOf }

/** "Ann in Utrecht". Also reads well without a name or a place. */
export function formatPerson(facts: PersonFacts, { conversion, words }: PersonRule): string {
  const place = conversion.location ? placeOf(facts, words) : null
  const where = place === null ? '' : ` ${place}`
  const name = nameOf(facts, conversion)
  if (name === null) return `${someone[words.language]}${where}`
  // Leaves room for the two isolation marks.
  const cut = cutWords(name, maxTitleLength - where.length - 2)
  return `${isolateWords(cut, words.language)}${where}`
}

/** The same facts separately, for templates. */
export function personValues(facts: PersonFacts, { conversion, words }: PersonRule) {
  const name = nameOf(facts, conversion)
  return {
    first_name:
      name === null ? null : isolateWords(cutWords(name, maxTitleLength / 2), words.language),
    place: conversion.location ? placeOf(facts, words) : null,
  }
}

/** A product title, for templates. */
export function productValue(title: string | null, { language }: WordsOf): string | null {
  const words = cleanWords(title)
  return words === null ? null : isolateWords(cutWords(words, maxTextLength / 2), language)
}

/** The person's initial, if the site shows it: of the name that is shown. */
export function initialOf(
  facts: Pick<PersonFacts, 'firstName' | 'lastName'>,
  conversion: SiteOptions['conversion'],
): string | undefined {
  const name = conversion.avatar ? nameOf(facts, conversion) : null
  return name === null ? undefined : /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase()
}

/** Whether there is a place that can be shown. */
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

/** Forms with a single name field include the last name. */
const firstWord = (name: string) => name.replace(/^((?:عبد |Abd |Abdul )?\S+)\s.*$/u, '$1')

/** Shops also put email addresses and numbers into the name field, which must not be shown. */
function personalName(given: string | null): string | null {
  const name = cleanWords(given)
  return name === null || /[@\d]|:\/\/|\bwww\./iu.test(name) ? null : name
}

function placeOf({ city, country, sameCity }: PersonFacts, { language }: WordsOf): string | null {
  const town = sameCity >= minSameCity ? cleanWords(city) : null
  if (town === null) return inCountry(language, country)
  return inCity(language, isolateWords(cutWords(town, maxCityLength - 2), language))
}

/** For rules, in English. */
export const describePerson = ({ conversion }: Pick<SiteOptions, 'conversion'>) => ({
  name: conversion.firstname
    ? `the ${conversion.lastname ? 'full' : 'first'} name as given`
    : 'no name',
  place: conversion.location
    ? `the city if at least ${String(minSameCity)} in the period share it, otherwise the country`
    : 'no place',
})
