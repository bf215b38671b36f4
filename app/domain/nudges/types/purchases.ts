/** Number of orders: of a product on its page, of the whole site with the site's name. */
import { viewOf } from '#app/domain/activities/count-view.ts'
import type { Forms } from '#app/domain/wording/languages/language-words.ts'
import { defineNudge, type RuleContext, type CompiledItem } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import {
  formatCappedCount,
  fillPluralForms,
  leastOf,
  mostOf,
  toCompiledItem,
  toCountItem,
  withExpiry,
} from './kit/compiled-item.ts'
import { describeSource, explainSubject, explainSource } from './kit/why.ts'
import { beginLarge, isolateWords } from '#app/domain/wording/text.ts'
import { needsActivities } from './kit/readiness.ts'
import { orderNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'

type Context = Pick<RuleContext, 'words' | 'query' | 'siteName'>

const windowed = ({ words, query, siteName }: Context, texts: Forms): Forms =>
  fillPluralForms(texts, {
    within: words.within(query.ago),
    site: isolateWords(siteName, words.language),
  })

export const formatSiteOrders = (context: Context, total: number): string =>
  context.words.count(
    windowed(context, context.words.texts.purchases.ofSite),
    total,
    context.query.maximum,
  )

/** By plural form, with `#` for a number that only the page knows. */
export const productOrderForms = (context: Context): string[] =>
  context.words.forms(windowed(context, context.words.texts.purchases.ofProduct)).map(beginLarge)

export const purchases = defineNudge({
  type: 'purchases',
  surfaces: ['popup'],
  category: 'selling_fast',
  basis: 'activities',
  activityKind: 'purchase',
  counts: 'orders',
  rank: 3,
  defaults: { minimum: 5 },
  content: null,
  fields: null,
  message: { placeholders: ['count', 'window'], number: 'count' },
  labels: {
    name: 'Order count',
    about: 'Shows how often a product, or anything on your site, was ordered recently.',
    ...orderNouns,
    options: { minimum: 'Minimum orders' },
  },
  drawing: drawings.bag,
  needs: needsActivities,
  reads: ['ago', 'minimum', 'maximum', 'integration', ...everyRead],

  async compile(context) {
    const { data, siteName, query } = context
    const view = viewOf(context, 'purchase')
    const minimum = leastOf(query)
    if (!(await data.isCovered(view))) return []
    const total = await data.countDistinctly(view)
    if (total < minimum) return 'below_minimum'

    const { totals } = await data.countByPath({ view, siteName, minimum })
    const text = formatSiteOrders(context, total)
    const values = {
      count: formatCappedCount(context, total),
      window: context.words.within(query.ago),
    }
    const ofSite = {
      ...toCompiledItem({ title: '', text }),
      templateData: { values, count: total },
    }
    const items = Object.keys(totals).length === 0 ? [ofSite] : [ofProduct(context, totals), ofSite]
    const isFromFile = await data.restsOnFile(view)
    return items.map((item) => ({ ...withExpiry(view.until, item), isFromFile }))
  },

  rule: ({ query, isFromFile }) =>
    `Paid, non-test orders in the period ${describeSource({ query, isFromFile })}, each counted once: for the product on its page, otherwise for the site. Hidden below ${String(query.minimum)}.`,
  windowSeconds: ({ ago }) => ago,
  why: (context) => [
    explainSubject(context, 'orders'),
    explainSource(context),
    context.words.texts.why.leftOut,
  ],
  about: {
    data: 'The number of orders in the look-back period: for the product on product pages, otherwise for the whole site.',
    hidesWhen: 'The number is below the minimum, or your data doesn’t cover the whole period yet.',
  },
})

function ofProduct(context: Context, totals: Record<string, number>): CompiledItem {
  const { query } = context
  const bounds = { minimum: leastOf(query), ...mostOf(query) }
  const values = { count: '#', window: context.words.within(query.ago) }
  return toCountItem({ of: 'paths', ...bounds, forms: productOrderForms(context), totals }, values)
}
