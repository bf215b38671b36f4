/** A product that sells, with low stock according to its page or else the shop's product feed. */
import type { PixelStock } from '#app/contract/pixel.ts'
import { viewOf } from '#app/domain/activities/count-view.ts'
import type { Forms } from '#app/domain/wording/languages/language-words.ts'
import { defineNudge, type CompiledItem, type RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPluralForms, leastOf, withExpiry, withReadAt } from './kit/compiled-item.ts'
import { namesOf } from './kit/product-names.ts'
import {
  describeFeed,
  describeSource,
  explainFeed,
  explainSubject,
  explainSource,
} from './kit/why.ts'
import { beginLarge } from '#app/domain/wording/text.ts'
import { needs, yours } from './kit/readiness.ts'
import { countedNoun, orderNouns, productNouns } from './kit/nouns.ts'

/**
 * If stock lasts longer at the current rate of sales, the product is just popular, not selling out.
 */
const daysOfCover = 3
const day = 86_400

/** The highest stock to show by default. */
const defaultMaximum = 20

/** By plural form of the orders. */
export function sellingOutForms({ words, query }: Pick<RuleContext, 'words' | 'query'>) {
  const { out, quickly } = words.texts.sellingOut
  const within = words.within(query.ago)
  const fillForm = (texts: Forms) => words.forms(fillPluralForms(texts, { within })).map(beginLarge)
  return { out: fillForm(out), quickly: fillForm(quickly) }
}

/** Both texts, for the claim: the page's stock decides which one a visitor sees. */
export function formatSellingOut(context: Pick<RuleContext, 'words' | 'query'>): string {
  const { out, quickly } = sellingOutForms(context)
  return `${quickly.at(-1) ?? ''} / ${out.at(-1) ?? ''}`
}

export const sellingOut = defineNudge({
  type: 'selling_out',
  surfaces: ['popup', 'inline'],
  category: 'selling_fast',
  basis: 'activities',
  activityKind: 'purchase',
  counts: 'productOrders',
  pageFact: 'stock',
  readsProductFeeds: true,
  defaults: { ago: day, minimum: 5, maximum: 20, javascript: true, showProductName: false },
  content: null,
  fields: null,
  message: null,
  labels: {
    name: 'Selling fast',
    about:
      'Shows how often a product was ordered recently, and how many are left when stock is running out.',
    ...orderNouns,
    options: { minimum: 'Minimum orders', maximum: 'Maximum stock to show' },
  },
  drawing: 'M3 17l6-6 4 4 8-8M15 7h6v6',
  needs: ({ total, missingData, stocked, pages: { views } }) => {
    if (total === 0)
      return needs('purchase', 'Needs orders, and stock from your page or a product feed')
    if (missingData !== null) return needs('purchase', `Not yet: ${missingData.sentence}`)
    if (stocked > 0) {
      const products = countedNoun(stocked, productNouns)
      return yours(`You have enough orders. Your product data has the stock of ${products}`)
    }
    if (views === 0) {
      return needs('stock', 'You have enough orders. Needs stock from your page or a product feed')
    }
    return yours('You have enough orders. Shows where your page reports stock')
  },
  reads: [
    ...(['ago', 'minimum', 'maximum', 'javascript', 'integration', 'showProductName'] as const),
    ...everyRead,
  ],

  async compile(context) {
    const { data, siteName, query, at, withdrawals } = context
    const view = viewOf(context, 'purchase')
    const minimum = leastOf(query)
    const { totals, titles, isFromFile } = await data.countByPath({ view, siteName, minimum })
    if (Object.keys(totals).length === 0) return 'below_minimum'

    const { out, quickly } = sellingOutForms(context)
    const maximum = query.maximum ?? defaultMaximum
    const stock = { maximum, cover: (daysOfCover * day) / query.ago, forms: out }
    const toItem = (shown: typeof totals, shownStock: PixelStock): CompiledItem => {
      const count = {
        of: 'paths' as const,
        minimum,
        forms: quickly,
        totals: shown,
        ...namesOf(titles, context),
      }
      return withExpiry(view.until, {
        item: { title: '', text: '', count: { ...count, stock: shownStock } },
        sentence: formatSellingOut(context),
        isFromFile,
      })
    }
    const paths = Object.keys(totals)
    const listed = await data.stockByPath({ siteName, at, withdrawals, maximum, paths })
    const stocked = Object.fromEntries(
      Object.entries(totals).filter(([path]) => path in listed.totals),
    )
    return [
      ...(query.javascript ? [toItem(totals, stock)] : []),
      ...(listed.readAt === null
        ? []
        : [withReadAt(listed.readAt, toItem(stocked, { ...stock, totals: listed.totals }))]),
    ]
  },

  rule: ({ query, isFromFile, isFromFeed }) =>
    `Paid, non-test orders of the product in the period ${describeSource({ query, isFromFile })}, each counted once: at least ${String(query.minimum)}. At most ${String(query.maximum ?? defaultMaximum)} left, ${describeFeed(query, isFromFeed)}. Stock is mentioned only if it will last ${String(daysOfCover)} days or less at this rate.`,
  windowSeconds: ({ ago }) => ago,
  why: (context) => {
    const text = context.words.texts.why
    return [
      explainSubject(context, 'productOrders'),
      ...explainFeed(context, text.stock),
      explainSource(context),
      text.leftOut,
    ]
  },
  about: {
    data: 'Orders of the page’s product in the look-back period, and the stock the page reports. If it reports none: the stock from your product feeds, imports and the REST API, with its age, up to 24 hours old.',
    hidesWhen:
      'There are fewer orders than the minimum, or the stock is unknown, zero or above the maximum.',
  },
})
