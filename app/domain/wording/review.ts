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
import { languageOfTag } from './language-of-tag.ts'
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

/**
 * The language of a review's words if it isn't the nudge's, for speech and hyphenation (WCAG 3.1.2). Its source
 * says which; what is no language tag is none. Undefined: the nudge's, or unknown.
 */
export function foreignLanguage(
  { body, language }: Pick<ReviewFacts, 'body'> & { language?: string | null },
  words: WordsOf,
): string | undefined {
  const tag = language?.trim().replaceAll('_', '-') ?? ''
  if (cleanWords(body) === null || !/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)) return undefined
  return languageOfTag(tag) === words.language ? undefined : tag
}

/** Rating of all approved reviews. `average` has one decimal, rounded down. */
export type AverageRating = {
  average: number
  total: number
  /** The day on which a source published it, as it is shown. Absent: it's of the stored reviews, as of now. */
  day?: string
}

export type ReviewRule = PersonRule & {
  showProductName: boolean
  /** Shown with a review that was selected by its stars; null when none is left out. */
  all: AverageRating | null
}

/**
 * With a selected review the average of all comes before the quote, so that a phone's line, which shows
 * the beginning of long texts, never cuts it off. It's of all products, so the review's follows the
 * quote, and is left out without one. The source is last.
 */
export function formatReview(facts: ReviewFacts, rule: ReviewRule): ActivityText {
  return { title: whoOnWhat(facts, rule), text: formatBody(facts, rule) }
}

/** Letters that templates can add to an excerpt. */
const roomOfTemplate = 8

/** For templates. With selected reviews the excerpt is quoted, and the average of all comes before it. */
export function reviewValues(facts: ReviewFacts, rule: ReviewRule) {
  const { words, all } = rule
  const around = all === null ? '{words}' : quoteOf(rule)
  return {
    ...personValues(facts, rule),
    product: rule.showProductName ? productValue(facts.productTitle, words) : null,
    stars: facts.stars === null ? null : words.number(facts.stars),
    excerpt: fillQuote(around, facts, { words, all, most: maxTextLength - roomOfTemplate }),
  }
}

/** The shop's own system, or one that its owner filled. */
const shopSystems: ReadonlySet<string> = new Set(['wordpress', 'shopify', 'smart_webhook'])

const mostOfPage = 30

/**
 * Where the review was published, which services demand and visitors can check: `Yelp, oak pottery, verified`.
 * Empty for a review of the shop itself. The day of the source's average is last.
 */
function formatSource(
  { service, page, isVerified }: ReviewFacts,
  { words, all }: Pick<ReviewRule, 'words' | 'all'>,
): string {
  const { verified } = words.texts.review
  const mark = isVerified ? [`✓ ${verified}`] : []
  if (!service || shopSystems.has(service)) return mark.length > 0 ? ` – ${mark.join()}` : ''
  const name = pageName(page)
  const named = name === null ? [] : [isolateWords(cutWords(name, mostOfPage), words.language)]
  const day = all?.day === undefined ? '' : ` · ${all.day}`
  return ` – ${[integrationLabels[service], ...named, ...mark].join(', ')}${day}`
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

/** "4.1 · 214 reviews". @param most the number above which it's that and a plus */
export const formatAverage = (
  words: WordsOf,
  { average, total }: AverageRating,
  most: number | null = null,
): string =>
  words.count(words.texts.review.average, total, most).replace('{average}', words.number(average))

/**
 * Length of a person that leaves the average of a selected review a place in the line of the narrowest
 * phone, whose three rows of about 26 letters the stars begin.
 */
const maxPersonBeforeAverage = 36
const maxProductAfterQuote = 30

function whoOnWhat(facts: ReviewFacts, rule: ReviewRule): string {
  const { words, all } = rule
  if (all !== null) return shortPerson(facts, rule)
  const who = formatPerson(facts, rule)
  const product = rule.showProductName ? cleanWords(facts.productTitle) : null
  const room = maxTitleLength - who.length - 5
  if (product === null || room < 8) return who
  return `${who} · ${isolateWords(cutWords(product, room), words.language)}`
}

/** Without the place if that is too long. */
function shortPerson(facts: ReviewFacts, rule: ReviewRule): string {
  const who = formatPerson(facts, rule)
  if (who.length <= maxPersonBeforeAverage) return who
  const conversion = { ...rule.conversion, location: false }
  return formatPerson(facts, { ...rule, conversion }, maxPersonBeforeAverage)
}

function formatBody(facts: ReviewFacts, rule: ReviewRule): string {
  const { words, all } = rule
  const product = rule.showProductName && all !== null ? cleanWords(facts.productTitle) : null
  const shortened = isolateWords(cutWords(product ?? '', maxProductAfterQuote), words.language)
  const after = product === null ? '' : ` · ${shortened}`
  const quoted = fillQuote(`${quoteOf(rule)}${after}`, facts, {
    words,
    all,
    most: maxTextLength - 2,
  })
  if (quoted !== null) return quoted
  // A sentence about the person in the title.
  const stars = words.count(words.texts.review.stars, facts.stars ?? 0)
  const average = all === null ? [] : [formatAverage(words, all)]
  return `${[stars, ...average].join(' – ')}${formatSource(facts, rule)}`
}

/** The quote of a review, after the average where it has one. `{words}`: the customer's words. */
function quoteOf({ words, all }: ReviewRule): string {
  const { quote } = words.texts.review
  return all === null ? quote : `${formatAverage(words, all)} – ${quote}`
}

/** Null: the review has no words. */
function fillQuote(
  around: string,
  facts: ReviewFacts,
  { words, all, most }: Pick<ReviewRule, 'words' | 'all'> & { most: number },
): string | null {
  const given = cleanWords(facts.body)
  if (given === null) return null
  const source = formatSource(facts, { words, all })
  const room = most - source.length - (around.length - '{words}'.length)
  const excerpt = isolateWords(cutWords(given, room), words.language)
  return `${around.replace('{words}', () => excerpt)}${source}`
}
