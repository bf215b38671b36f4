/** One real review at a time. */
import { productPath, rate, viewOf } from '#app/domain/activities/activity-counts.server.ts'
import {
  itemDetails,
  listRecentActivities,
} from '#app/domain/activities/recent-activities.server.ts'
import { sources } from '#app/domain/activities/sources.ts'
import type { NudgeDefinition, CompileContext } from './kit/nudge-definition.ts'
import { describePerson } from '#app/domain/wording/person.ts'
import { sentenceOf } from '#app/domain/wording/purchase.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import { reviewValues, formatReview, type AverageRating } from '#app/domain/wording/review.ts'
import { describeSource, explainNames, explainSubject, explainSource } from './kit/why.ts'
import { chosenWords } from './kit/why.words.ts'

const fewestStars = 1

/**
 * Only some reviews are shown because of their stars, so the average of all approved ones must be
 * shown as well.
 */
const isChosen = ({ minimum }: { minimum: number }) => minimum > fewestStars

export const review: NudgeDefinition = {
  type: 'review',
  basis: 'activity',
  category: 'good_to_know',
  reads: [
    ...(['ago', 'minimum', 'listSize', 'integration', 'hideEmpty', 'showProductName'] as const),
    ...rotationReads,
    ...everyRead,
  ],

  async compile(context) {
    const { tx, site, siteName, query, options, words, at } = context
    const shown = await listRecentActivities(tx, site, {
      ...{ kind: 'review', query, options, at },
      minStars: Math.max(query.minimum, fewestStars),
      requiresText: query.hideEmpty,
    })
    const all = isChosen(query) && shown.length > 0 ? await rateAll(context) : null
    const { showProductName } = query
    return shown.map((one) => {
      const rule = { conversion: options.conversion, words, showProductName, all }
      const wording = formatReview(one, rule)
      const stars = one.stars === null ? {} : { stars: one.stars }
      const page = productPath(siteName, one.productUrl)
      return {
        item: {
          ...wording,
          ...itemDetails(one, { query, options }),
          ...stars,
          ...(page === undefined ? {} : { page }),
        },
        activityId: one.id,
        isFromFile: sources[one.source].isFromFile,
        sentence: sentenceOf(wording),
        own: { values: reviewValues(one, rule) },
      }
    })
  },

  rule({ query, isFromFile, options }) {
    const { name, place } = describePerson(options)
    const chosen = isChosen(query)
      ? ` Of at least ${String(query.minimum)} stars, beside the average and the number of all reviews that the shop let through.`
      : ''
    return `One review ${describeSource({ query, isFromFile })}, in the customer's own words, cut at most. Says ${name}, ${place}.${chosen}`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => {
    const { words, query } = context
    const chosen = words.count(chosenWords[words.language], query.minimum)
    return [
      explainSubject(context, 'review'),
      ...(isChosen(query) ? [chosen] : []),
      ...explainNames(context),
      explainSource(context),
    ]
  },
  about: {
    data: "Reviews that the shop's pages reported: stars, words, first name, place and product as far as they were given.",
    hidesWhen:
      'There is none in the window with enough stars, with words, and let through by the owner. On the page of a product: those of other products.',
  },
}

/** In seconds, longer than any shop has had reviews. */
const ever = 3_000_000_000

/** All reviews ever, from any source. */
function rateAll({ query, ...context }: CompileContext): Promise<AverageRating | null> {
  const all = { ...query, ago: ever, integration: null }
  return rate(context.tx, context.site, viewOf({ ...context, query: all }, 'review'))
}
