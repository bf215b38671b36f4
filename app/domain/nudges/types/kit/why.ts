/** Sentences of the panel "Why am I seeing this?" that several types share. */
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { storedAs } from '#app/domain/activities/sources.ts'
import { minSameCity } from '#app/domain/wording/person.ts'
import type { RuleContext } from './nudge-definition.ts'

type Subject = 'order' | 'signup' | 'review' | 'orders' | 'productOrders' | 'signups' | 'reviews'

/** Explains what is shown or counted, and over which time. */
export function explainSubject({ words, query }: RuleContext, subject: Subject): string {
  return words.texts.why[subject].replace('{within}', words.within(query.ago))
}

/** Says that names aren't changed, and when a city is shown. */
export function explainNames({ words, options }: RuleContext): string[] {
  const phrases = words.texts.why
  const { firstname, lastname, location } = options.conversion
  const names = firstname ? (lastname ? phrases.names : phrases.firstNames) : phrases.noNames
  return location ? [names, phrases.city.replace('#', words.number(minSameCity))] : [names]
}

/** Where the data comes from. */
export function explainSource({ words, query, isFromFile }: RuleContext): string {
  const phrases = words.texts.why
  if (query.integration === null) return isFromFile ? phrases.byAny : phrases.byEither
  return words.texts.sources[storedAs(query.integration).source]
}

/**
 * Where stock comes from.
 *
 * @param ofPage the sentence about stock that the page reports
 */
export function explainFeed({ words, query, isFromFeed }: RuleContext, ofPage: string): string[] {
  return [
    ...(query.javascript ? [ofPage] : []),
    ...(isFromFeed ? [words.texts.why.stockFromFeed] : []),
  ]
}

/** The same in English, for the rule. */
export function describeFeed({ javascript }: NudgeQuery, isFromFeed?: boolean): string {
  const byFeed = "read from the shop's product feed, file or server within 24 hours"
  if (!isFromFeed) return 'as reported by the page'
  return javascript ? `as reported by the page, or else ${byFeed}` : byFeed
}

const ruleSources: Record<ActivitySource, string> = {
  rest_api: "reported by the shop's server",
  pixel: 'reported by a page and approved by the shop',
  import: 'imported by the shop from a file',
  integration: 'reported by a service the shop connected',
}

/** The same in English, for the rule. */
export function describeSource({
  query,
  isFromFile,
}: Pick<RuleContext, 'query'> & { isFromFile?: boolean | undefined }): string {
  if (query.integration !== null) return ruleSources[storedAs(query.integration).source]
  if (isFromFile) {
    return "reported by the shop's server, imported by the shop, or reported by a page and approved by the shop"
  }
  return "reported by the shop's server, or by a page and approved by the shop"
}
