/** Summary of all approved reviews. */
import { reviewsContent } from '#app/contract/nudge-content.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { viewOf } from '#app/domain/activities/count-view.ts'
import type { PublishedRating } from '#app/domain/connections/reviews/published-rating.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import {
  defineNudge,
  type CompileContext,
  type CompiledItem,
  type RuleContext,
} from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { formatAverage, type AverageRating } from '#app/domain/wording/review.ts'
import { formatCappedCount, toCompiledItem, withExpiry } from './kit/compiled-item.ts'
import { describeSource, explainSubject, explainSource } from './kit/why.ts'
import { fillIn } from '#app/domain/wording/text.ts'
import { needsActivities } from './kit/readiness.ts'
import { reviewNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

/** Where the reviews were written, in the shop's words; null when it isn't set or makes a claim. */
function sourceOf(content: unknown): string | null {
  const source = reviewsContent.nullable().parse(content)?.source ?? null
  return source === null || findUnprovableClaims({ text: source }).length > 0 ? null : source
}

type Rated = Pick<RuleContext, 'words' | 'query' | 'content'>
type Headline = { title: string; text: string }

/** "4.8 · 24 reviews" over "in the last 60 days · Yelp". */
export function formatRating({ words, query, content }: Rated, rating: AverageRating): Headline {
  const within = words.within(query.ago)
  const source = { given: sourceOf(content), language: words.language }
  return {
    title: formatAverage(words, rating, query.maximum),
    text: fillIn(`${within} · {source}`, '{source}', source) ?? within,
  }
}

/** A template replaces both: a headline over other words would repeat the number, or lose it. */
function compileRating(
  context: CompileContext,
  rating: AverageRating,
  { shown, window }: { shown: Headline; window: string | null },
): CompiledItem {
  const values = {
    average: context.words.number(rating.average),
    count: formatCappedCount(context, rating.total),
    window,
  }
  const compiled = toCompiledItem({ ...shown, stars: Math.floor(rating.average * 10) / 10 })
  const unfilled = { title: '', text: compiled.sentence }
  return { ...compiled, templateData: { values, count: rating.total, unfilled } }
}

/** As the source publishes it: what is stored here is only a part of its reviews. */
function compilePublished(
  context: CompileContext,
  { service, readAt, keptUntil, ...rating }: PublishedRating,
): CompiledItem[] | 'below_minimum' {
  const { words, query } = context
  if (rating.total < query.minimum) return 'below_minimum'
  const shown = {
    title: formatAverage(words, rating, query.maximum),
    text: `${integrationLabels[service]} · ${words.date(readAt, 'UTC')}`,
  }
  const { item, ...compiled } = compileRating(context, rating, { shown, window: null })
  const until = Math.floor(keptUntil.getTime() / 1000)
  return [{ ...compiled, item: { ...item, until }, isPublished: true }]
}

export const reviews = defineNudge({
  type: 'reviews',
  surfaces: ['popup'],
  category: 'good_to_know',
  basis: 'activities',
  activityKind: 'review',
  counts: 'reviews',
  rank: 4,
  defaults: { ago: 60 * 86_400, minimum: 10 },
  content: reviewsContent,
  example: { source: 'Shop reviews' },
  fields: {
    title: 'Review source',
    inputs: [
      {
        kind: 'text',
        name: 'source',
        label: 'Source',
        help: 'The name of the review site. Leave blank for your own shop.',
        isWide: true,
      },
    ],
    findings: 'source',
  },
  message: { placeholders: ['average', 'count', 'window'], number: 'count' },
  labels: {
    name: 'Average rating',
    about: 'Shows your average rating and number of reviews.',
    ...reviewNouns,
    options: { minimum: 'Minimum reviews' },
  },
  drawing: drawings.bubble,
  needs: needsActivities,
  reads: ['ago', 'minimum', 'maximum', 'integration', ...everyRead],

  async compile(context) {
    const { data, query } = context
    const published = await data.readPublishedRating({
      integration: query.integration,
      at: context.at,
    })
    if (published) return compilePublished(context, published)
    const view = viewOf(context, 'review')
    const rating = await data.rate(view)
    if (rating === null) return []
    if (rating.total < query.minimum) return 'below_minimum'

    const shown = formatRating(context, rating)
    const one = compileRating(context, rating, { shown, window: context.words.within(query.ago) })
    return [withExpiry(view.until, { ...one, isFromFile: rating.isFromFile })]
  },

  rule: ({ query, isFromFile, isPublished, content }) => {
    if (isPublished) {
      return `The average and number that the review source publishes, read on the day that is shown. Hidden below ${String(query.minimum)}.`
    }
    const source = sourceOf(content)
    const named = source === null ? '' : ` The shop says they were written on ${source}.`
    return `Approved reviews in the period ${describeSource({ query, isFromFile })}, regardless of stars. The average has one decimal and is rounded down. Hidden below ${String(query.minimum)}.${named}`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => {
    if (context.isPublished) return [context.words.texts.why.publishedReviews]
    const source = sourceOf(context.content)
    const named = context.words.texts.why.source
    return [
      explainSubject(context, 'reviews'),
      ...(source === null ? [] : [named.replace('{source}', () => source)]),
      explainSource(context),
    ]
  },
  about: {
    data: 'The average and number that your review source publishes, with the day we read them. Without such a source, the approved reviews in the look-back period.',
    hidesWhen: 'There are fewer reviews than the minimum.',
  },
})
