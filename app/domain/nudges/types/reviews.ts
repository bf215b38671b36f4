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
import type { AverageRating } from '#app/domain/wording/review.ts'
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

export function formatRating(
  { words, query, content }: Pick<RuleContext, 'words' | 'query' | 'content'>,
  { average, total }: AverageRating,
): string {
  const { rating, ratingOn } = words.texts.review
  const fillRating = (texts: typeof rating) =>
    words
      .count(texts, total, query.maximum)
      .replace('{average}', words.number(average))
      .replace('{within}', words.within(query.ago))
  const source = { given: sourceOf(content), language: words.language }
  return fillIn(fillRating(ratingOn), '{source}', source) ?? fillRating(rating)
}

/** As the source publishes it: what is stored here is only a part of its reviews. */
function compilePublished(
  context: CompileContext,
  { average, total, service, readAt }: PublishedRating,
): CompiledItem[] | 'below_minimum' {
  const { words, query } = context
  if (total < query.minimum) return 'below_minimum'
  const text = words
    .count(words.texts.review.published, total, query.maximum)
    .replace('{average}', words.number(average))
    .replace('{source}', integrationLabels[service])
    .replace('{date}', words.date(readAt, 'UTC'))
  const values = {
    average: words.number(average),
    count: formatCappedCount(context, total),
    window: null,
  }
  const stars = Math.floor(average * 10) / 10
  return [
    {
      ...toCompiledItem({ title: '', text, stars }),
      isPublished: true,
      templateData: { values, count: total },
    },
  ]
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

    const text = formatRating(context, rating)
    const values = {
      average: context.words.number(rating.average),
      count: formatCappedCount(context, rating.total),
      window: context.words.within(query.ago),
    }
    const one = toCompiledItem({ title: '', text, stars: rating.average })
    return [
      withExpiry(view.until, {
        ...one,
        isFromFile: rating.isFromFile,
        templateData: { values, count: rating.total },
      }),
    ]
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
