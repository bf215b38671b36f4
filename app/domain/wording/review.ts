/** Formats reviews. Truncates customers' words if necessary, but never changes them. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import type { WordsOf } from './words-of.ts'
import {
  personValues,
  productValue,
  formatPerson,
  type PersonFacts,
  type PersonRule,
} from './person.ts'
import type { ActivityText } from './purchase.ts'
import { cleanWords, cutWords, isolateWords, maxTextLength, maxTitleLength } from './text.ts'

export type ReviewFacts = PersonFacts & {
  productTitle: string | null
  stars: number | null
  body: string | null
  /** The service that published it, and its page there. Absent: the shop itself. */
  service?: ConnectableName | null
  page?: string | null
  isVerified?: boolean | null
}

/** Rating of all approved reviews. `average` has one decimal, rounded down. */
export type AverageRating = { average: number; total: number }

export type ReviewRule = PersonRule & {
  showProductName: boolean
  /** Shown with a review that was selected by its stars; null when none is left out. */
  all: AverageRating | null
}

export function formatReview(facts: ReviewFacts, rule: ReviewRule): ActivityText {
  const average = rule.all === null ? '' : ` – ${formatAllReviews(rule.words, rule.all)}`
  const all = `${formatSource(facts, rule.words)}${average}`
  return {
    title: whoOnWhat(facts, rule),
    text: `${fitReviewBody(facts, rule.words, all.length)}${all}`,
  }
}

/** For templates. With selected reviews the average of all follows the excerpt. */
export function reviewValues(facts: ReviewFacts, rule: ReviewRule) {
  const { words, all } = rule
  const average = all === null ? '' : ` – ${formatAllReviews(words, all)}`
  const ratingSuffix = `${formatSource(facts, words)}${average}`
  const given = cleanWords(facts.body)
  const room = maxTextLength - ratingSuffix.length - 8
  return {
    ...personValues(facts, rule),
    product: rule.showProductName ? productValue(facts.productTitle, words) : null,
    stars: facts.stars === null ? null : words.number(facts.stars),
    excerpt:
      given === null
        ? null
        : `${isolateWords(cutWords(given, room), words.language)}${ratingSuffix}`,
  }
}

/** The shop's own system, or one that its owner filled. */
const shopSystems: ReadonlySet<string> = new Set(['wordpress', 'shopify', 'smart_webhook'])

const mostOfPage = 30

/**
 * Where the review was published, which services demand and visitors can check: `Yelp, oak pottery, verified`.
 * Empty for a review of the shop itself.
 */
function formatSource({ service, page, isVerified }: ReviewFacts, words: WordsOf): string {
  const { verified } = words.texts.review
  const mark = isVerified ? [`✓ ${verified}`] : []
  if (!service || shopSystems.has(service)) return mark.length > 0 ? ` – ${mark.join()}` : ''
  const name = pageName(page)
  const named = name === null ? [] : [isolateWords(cutWords(name, mostOfPage), words.language)]
  return ` – ${[integrationLabels[service], ...named, ...mark].join(', ')}`
}

/** A page that is known by its address is named by the words in it. Null: those are numbers alone. */
function pageName(page: string | null | undefined): string | null {
  const name = cleanWords(page)
  if (name === null || !name.includes('/'))
    return name !== null && !/^[\w-]{20,}$/.test(name) ? name : null
  const last = name
    .split('/')
    .filter((part) => /[a-z]{3}/i.test(part) && !/^reviews?$/i.test(part))
    .at(-1)
  return last === undefined ? null : last.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ')
}

/** Average and number of all approved reviews. */
const formatAllReviews = (words: WordsOf, { average, total }: AverageRating) =>
  words.count(words.texts.review.all, total).replace('{average}', words.number(average))

function whoOnWhat(facts: ReviewFacts, rule: ReviewRule): string {
  const who = formatPerson(facts, rule)
  const product = rule.showProductName ? cleanWords(facts.productTitle) : null
  const room = maxTitleLength - who.length - 5
  if (product === null || room < 8) return who
  return `${who} · ${isolateWords(cutWords(product, room), rule.words.language)}`
}

function fitReviewBody({ body, stars }: ReviewFacts, words: WordsOf, cutLength: number): string {
  const quoted = words.texts.review
  const given = cleanWords(body)
  if (given === null) return words.count(quoted.stars, stars ?? 0)
  const room = maxTextLength - cutLength - (quoted.quote.length - '{words}'.length) - 2
  const excerpt = isolateWords(cutWords(given, room), words.language)
  return quoted.quote.replace('{words}', () => excerpt)
}
