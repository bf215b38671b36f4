/**
 * Example nudge texts about an invented person, produced by the real rules. They show an owner the
 * effect of an option before there is any data.
 */
import type { SiteOptions } from '#app/contract/site-options.ts'
import { exampleFacts } from '#app/domain/wording/example-shop.ts'
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

/** The known facts about a person, and the resulting nudge. */
export type Example = {
  known: string
  /** Null: the nudge isn't shown. */
  sentence: string | null
  /** The initial, where there is one and no image. */
  initial: string | null
}

type Rules = Pick<SiteOptions, 'conversion' | 'showVisitorsWithLocationOnly' | 'language'>

const cases: readonly [string, PurchaseFacts][] = [
  [
    `First and last name, and a city with at least ${String(minSameCity)} orders`,
    { ...exampleFacts },
  ],
  ['First and last name, no location', { ...exampleFacts, city: null, country: null }],
  ['No personal details', { ...nobody, productTitle: exampleFacts.productTitle }],
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
