/** Formats a purchase nudge. Needs no database. */
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { WordsOf } from './words-of.ts'
import { formatPerson, type PersonFacts } from './person.ts'
import { fillIn } from './text.ts'

export type PurchaseFacts = PersonFacts & { productTitle: string | null }

export type PurchaseRule = {
  conversion: SiteOptions['conversion']
  query: Pick<NudgeQuery, 'showProductName'>
  words: WordsOf
}

export type ActivityText = { title: string; text: string }

/** Title and text. Reads well without a name, a place or a product. */
export const formatPurchase = (facts: PurchaseFacts, rule: PurchaseRule): ActivityText => ({
  title: formatPerson(facts, rule),
  text: boughtWhat(facts, rule),
})

/** The visitor's text as one sentence: the text of the claim. */
export const sentenceOf = ({ title, text }: ActivityText) => `${title} ${text}`.trim()

function boughtWhat({ productTitle }: PurchaseFacts, { query, words }: PurchaseRule): string {
  const { bought, something } = words.texts.purchase
  const product = query.showProductName ? productTitle : null
  return fillIn(bought, '{product}', { given: product, language: words.language }) ?? something
}
