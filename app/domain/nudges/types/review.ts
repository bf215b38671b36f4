/** One real review at a time. */
import { sources } from '#app/domain/activities/sources.ts'
import { viewOf } from '#app/domain/activities/count-view.ts'
import { productPath } from '#app/domain/activities/product-path.ts'
import { itemDetails, type RecentActivity } from '#app/domain/activities/item-details.ts'
import { defineNudge, type CompileContext } from './kit/nudge-definition.ts'
import { describePerson } from '#app/domain/wording/person.ts'
import { sentenceOf } from '#app/domain/wording/purchase.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import {
  foreignLanguage,
  formatReview,
  reviewValues,
  type AverageRating,
} from '#app/domain/wording/review.ts'
import { describeSource, explainNames, explainSubject, explainSource } from './kit/why.ts'
import { needsActivities } from './kit/readiness.ts'
import { reviewNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

const fewestStars = 1

/**
 * Only some reviews are shown because of their stars, so the average of all approved ones must be
 * shown as well.
 */
const isChosen = ({ minimum }: { minimum: number }) => minimum > fewestStars

export const review = defineNudge({
  type: 'review',
  surfaces: ['popup', 'inline'],
  category: 'good_to_know',
  basis: 'activity',
  activityKind: 'review',
  minimumRange: { least: fewestStars, most: 5 },
  rank: 2,
  defaults: { ago: 60 * 86_400, minimum: 4 },
  content: null,
  fields: null,
  message: { placeholders: ['first_name', 'place', 'product', 'stars', 'excerpt'] },
  labels: {
    name: 'Review',
    about: 'Shows customer reviews one at a time, in the customers’ own words.',
    ...reviewNouns,
    options: { minimum: 'Minimum stars' },
  },
  drawing: drawings.bubble,
  needs: needsActivities,
  reads: [
    ...(['ago', 'minimum', 'listSize', 'integration', 'hideEmpty', 'showProductName'] as const),
    ...rotationReads,
    ...everyRead,
  ],

  async compile(context) {
    const { data, siteName, query, options, words, at } = context
    const shown = await data.listRecentActivities({
      kind: 'review',
      query,
      options,
      at,
      minStars: Math.max(query.minimum, fewestStars),
      requiresText: query.hideEmpty,
    })
    const ratings = isChosen(query) && shown.length > 0 ? await rate(context, shown) : null
    const { showProductName } = query
    return shown.map((one) => {
      const all = ratings?.of(one) ?? null
      const rule = { conversion: options.conversion, words, showProductName, all }
      const wording = formatReview(one, rule)
      const stars = one.stars === null ? {} : { stars: one.stars }
      const page = productPath(siteName, one.productUrl)
      const lang = foreignLanguage(one, words)
      return {
        item: {
          ...wording,
          ...(lang === undefined ? {} : { lang }),
          ...itemDetails(one, { query, options }),
          ...stars,
          ...(page === undefined ? {} : { page }),
        },
        activityId: one.id,
        // A picture would name what the owner hides.
        productUrl: query.showProductName ? one.productUrl : null,
        isFromFile: sources[one.source].isFromFile,
        isPublished: ratings?.isPublished === true,
        sentence: sentenceOf(wording),
        templateData: { values: reviewValues(one, rule) },
      }
    })
  },

  rule({ query, isFromFile, isPublished, options }) {
    const { name, place } = describePerson(options)
    const all = isPublished
      ? 'reviews of its source, as it published them on the day that is shown'
      : 'reviews the shop approved'
    const chosen = isChosen(query)
      ? ` At least ${String(query.minimum)} stars. Shown with the average and number of all ${all}.`
      : ''
    return `One review ${describeSource({ query, isFromFile })}, in the customer's own words, shortened if needed. Shows ${name} and ${place}.${chosen}`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => {
    const { words, query } = context
    const { approvedReviews, publishedReviews } = words.texts.why
    const chosen = words.count(words.texts.chosenReviews, query.minimum)
    const average = context.isPublished ? publishedReviews : approvedReviews
    return [
      explainSubject(context, 'review'),
      ...(isChosen(query) ? [chosen, average] : []),
      ...explainNames(context),
      explainSource(context),
    ]
  },
  about: {
    data: 'Reviews your pages reported, with stars, text, first name, place and product where available.',
    hidesWhen:
      'There are no approved reviews with text and enough stars in the look-back period. Product pages only show reviews of that product.',
  },
})

/** In seconds, longer than any shop has had reviews. */
const ever = 3_000_000_000

/** All reviews ever, from any source. */
type Ratings = {
  of: (review: RecentActivity) => AverageRating | null
  /** By the sources, as they publish them. */
  isPublished: boolean
}

/**
 * As the sources of the reviews publish them, if each does: what is stored of one is a part of its reviews, the
 * newest that the plan includes. Else one for all that are stored, from any source.
 */
async function rate(context: CompileContext, shown: readonly RecentActivity[]): Promise<Ratings> {
  const { query, at, data, words } = context
  const published = new Map<RecentActivity['service'], AverageRating>()
  for (const service of new Set(shown.map((one) => one.service))) {
    const rating = service ? await data.readPublishedRating({ integration: service, at }) : null
    if (!rating) continue
    const { average, total, readAt } = rating
    published.set(service, { average, total, day: words.date(readAt, 'UTC') })
  }
  if (shown.every(({ service }) => published.has(service))) {
    return { of: ({ service }) => published.get(service) ?? null, isPublished: true }
  }
  const all = { ...query, ago: ever, integration: null }
  const stored = await data.rate(viewOf({ ...context, query: all }, 'review'))
  return { of: () => stored, isPublished: false }
}
