/** Formats a buyer's name and place within the site's privacy settings. */
import type { SiteOptions } from '#app/contract/site-options.ts'
import { fullName, isFamilyFirstIn } from '#app/lib/names/full-name.ts'
import { givenName, splitName } from '#app/lib/names/given-name.ts'
import { placeName } from '#app/lib/names/place-name.ts'
import { isFiller } from '#app/lib/names/name-words.ts'
import { foldName } from '#app/lib/names/fold-name.ts'
import { titleCase } from '#app/lib/names/title-case.ts'
import { countryName, inCity, inCountry } from './places.ts'
import type { WordsOf } from './words-of.ts'
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

type NameFacts = Pick<PersonFacts, 'firstName' | 'lastName' | 'country'>
type Conversion = SiteOptions['conversion']

export type PersonRule = { conversion: Conversion; words: WordsOf }

/** "Ann in Utrecht". Also reads well without a name or a place. @param most its length in UTF-16 units */
export function formatPerson(
  facts: PersonFacts,
  { conversion, words }: PersonRule,
  most: number = maxTitleLength,
): string {
  const place = conversion.location ? placeOf(facts, words) : null
  const where = place === null ? '' : ` ${place}`
  const name = nameOf(facts, conversion)
  const { named, someone } = words.texts.person
  if (name === null) return `${someone}${where}`
  // Leaves room for the two isolation marks.
  const room = most - where.length - (named.length - '{name}'.length) - 2
  const cut = isolateWords(cutWords(name, room), words.language)
  return `${named.replace('{name}', () => cut)}${where}`
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
export function initialOf(facts: NameFacts, conversion: Conversion): string | undefined {
  const name = conversion.avatar ? nameOf(facts, conversion) : null
  return name === null ? undefined : /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase()
}

/** Whether there is a place that can be shown. */
export const hasPlace = (facts: PersonFacts) =>
  countryName('en', facts.country) !== null ||
  (facts.sameCity >= minSameCity && townOf(facts) !== null)

/** Only what is surely a given name, also from activities that were stored as they came. */
function nameOf({ firstName, lastName, country }: NameFacts, conversion: Conversion) {
  const first = cleanWords(firstName)
  const given = conversion.firstname ? givenName({ first, last: lastName, country }) : null
  if (given === null || !conversion.lastname) return given
  if (lastName !== null) {
    const last = personalName(lastName)
    return last === null
      ? given
      : fullName({ given, family: titleCase(last, { country }), country })
  }
  // Forms with a single name field have the last name in it.
  const parts = splitName(first, country)
  const family = personalName(parts?.family ?? null)
  if (parts === null || family === null || first === null) return given
  const isFirst = isFamilyFirstIn(first, { given: parts.given, family })
  const names = { given, family: titleCase(family, { country }), country }
  return isFirst === null ? given : fullName(names, isFirst)
}

/** Shops also put email addresses, numbers and "n/a" into the name field. */
function personalName(given: string | null): string | null {
  const name = cleanWords(given)
  if (name === null || !/\p{L}/u.test(name)) return null
  return /[@\d]|:\/\/|\bwww\./iu.test(name) || isFiller(foldName(name)) ? null : name
}

const townOf = ({ city, country }: Pick<PersonFacts, 'city' | 'country'>) =>
  placeName(cleanWords(city), country)

function placeOf(facts: PersonFacts, { language }: WordsOf): string | null {
  const town = facts.sameCity >= minSameCity ? townOf(facts) : null
  if (town === null) return inCountry(language, facts.country)
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
