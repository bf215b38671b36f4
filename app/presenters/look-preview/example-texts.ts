/**
 * What nudges say of people, by the rules that the nudges follow, with words that name nobody: an owner
 * sees what a choice does before there is any data.
 */
import type { SiteOptions } from '#app/contract/site-options.ts'
import { hasPlace, minSameCity, type PersonFacts } from '#app/domain/wording/person.ts'
import { formatPurchase, sentenceOf, type PurchaseFacts } from '#app/domain/wording/purchase.ts'
import { initialOf } from '#app/domain/wording/person.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

const nobody: PersonFacts = {
  firstName: null,
  lastName: null,
  city: null,
  country: null,
  sameCity: 0,
}

/** A purchase of which everything is known. The words stand for those of a shopper. */
export const exampleFacts: PurchaseFacts = {
  firstName: 'Name',
  lastName: 'Surname',
  city: 'City',
  country: null,
  sameCity: minSameCity,
  productTitle: 'Product',
}

/** What is known of the person, with what the nudge says then. */
export type Example = {
  known: string
  /** Null: the nudge is not shown. */
  sentence: string | null
  /** The letter beside it, where there is one and no picture. */
  initial: string | null
}

type Rules = Pick<SiteOptions, 'conversion' | 'showVisitorsWithLocationOnly' | 'language'>

const cases: readonly [string, PurchaseFacts][] = [
  [
    `Name, surname and a city that at least ${String(minSameCity)} orders share`,
    { ...exampleFacts },
  ],
  ['Name and surname, no place', { ...exampleFacts, city: null }],
  ['Nothing about the person', { ...nobody, productTitle: exampleFacts.productTitle }],
]

export const describeExamples = (options: Rules): Example[] =>
  cases.map(([known, facts]) => {
    const isShown = !options.showVisitorsWithLocationOnly || hasPlace(facts)
    return {
      known,
      sentence: isShown ? sentenceOf(describeExample(options, facts)) : null,
      initial: (isShown ? initialOf(facts, options.conversion) : undefined) ?? null,
    }
  })

/** Title and text of a purchase nudge. */
export const describeExample = (
  { conversion, language }: Pick<SiteOptions, 'conversion' | 'language'>,
  facts: PurchaseFacts = exampleFacts,
) =>
  formatPurchase(facts, { conversion, query: { showProductName: true }, words: wordsOf(language) })
