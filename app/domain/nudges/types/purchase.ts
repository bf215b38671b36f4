/** One real order at a time. */
import { sources } from '#app/domain/activities/sources.ts'
import { itemDetails } from '#app/domain/activities/item-details.ts'
import { defineNudge } from './kit/nudge-definition.ts'
import { describePerson, personValues, productValue } from '#app/domain/wording/person.ts'
import { formatPurchase, sentenceOf } from '#app/domain/wording/purchase.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import { describeSource, explainNames, explainSubject, explainSource } from './kit/why.ts'
import { needsActivities } from './kit/readiness.ts'
import { orderNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

export const purchase = defineNudge({
  type: 'purchase',
  surfaces: ['popup', 'inline'],
  category: 'selling_fast',
  basis: 'activity',
  activityKind: 'purchase',
  rank: 1,
  defaults: {},
  content: null,
  fields: null,
  message: { placeholders: ['first_name', 'place', 'product'] },
  labels: {
    name: 'Recent purchase',
    about: 'Shows real orders one at a time: who bought what, within your privacy settings.',
    ...orderNouns,
  },
  drawing: drawings.bag,
  needs: needsActivities,
  reads: ['ago', 'listSize', 'integration', 'showProductName', ...rotationReads, ...everyRead],

  async compile({ data, query, options, words, at }) {
    const shown = await data.listRecentActivities({ kind: 'purchase', query, options, at })
    return shown.map((one) => {
      const rule = { conversion: options.conversion, query, words }
      const wording = formatPurchase(one, rule)
      const product = query.showProductName ? productValue(one.productTitle, words) : null
      return {
        item: { ...wording, ...itemDetails(one, { query, options }) },
        activityId: one.id,
        // A picture would name what the owner hides.
        productUrl: query.showProductName ? one.productUrl : null,
        isFromFile: sources[one.source].isFromFile,
        sentence: sentenceOf(wording),
        templateData: { values: { ...personValues(one, rule), product } },
      }
    })
  },

  rule({ query, isFromFile, options }) {
    const { name, place } = describePerson(options)
    const product = query.showProductName ? 'the product' : 'no product'
    return `One paid, non-test purchase ${describeSource({ query, isFromFile })}. Shows ${name}, ${product} and ${place}.`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => [
    explainSubject(context, 'order'),
    ...explainNames(context),
    explainSource(context),
    context.words.texts.why.leftOut,
  ],
  about: {
    data: 'Orders your shop reported, with first name, place and product where available.',
    hidesWhen:
      'There are no eligible orders in the look-back period. Unpaid, test, free, canceled, refunded and unapproved orders don’t count.',
  },
})
