/** Remaining stock, as reported by the page or else by the shop's product feed. */
import { stockContent } from '#app/contract/nudge-content.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { defineNudge, type RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders, mostOf, toCountItem, withReadAt } from './kit/compiled-item.ts'
import { needs, yours } from './kit/readiness.ts'
import { describeFeed, explainFeed } from './kit/why.ts'
import { countedNoun, productNouns } from './kit/nouns.ts'
import { dayMillis } from '#app/lib/time.ts'

/** Calling stock scarce is misleading when a restock is closer than this. */
const scarceMillis = 7 * dayMillis
/** "Only 80 left" isn't scarce. */
const scarceStock = 20

export const stockLevel = defineNudge({
  type: 'stock_level',
  surfaces: ['popup', 'inline'],
  category: 'order_soon',
  basis: 'page',
  counts: 'stock',
  pageFact: 'stock',
  readsProductFeeds: true,
  defaults: { maximum: 5, javascript: true },
  content: stockContent,
  example: { noRestockBefore: '2026-12-24' },
  fields: {
    title: 'Restock',
    inputs: [
      {
        kind: 'date',
        name: 'noRestockBefore',
        label: 'No restock before',
        help: 'We only say “only … left” while the restock date is at least a week away.',
        isWide: true,
      },
    ],
    findings: null,
  },
  message: { placeholders: ['stock'], number: 'stock' },
  labels: {
    name: 'Stock level',
    about:
      'Shows how many of the product are left, using the stock your page or product feed reports.',
    one: 'piece',
    many: 'pieces',
    options: { maximum: 'Maximum stock to show' },
  },
  drawing: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  needs: ({ pages: { views }, stocked }) => {
    if (stocked > 0) {
      return yours(`Your product data has the stock of ${countedNoun(stocked, productNouns)}`)
    }
    if (views > 0) return yours('Your pages report products. Shows where they report stock')
    return needs('stock', 'Needs stock from your page or a product feed')
  },
  reads: ['maximum', 'hideHighStockNudge', 'javascript', ...everyRead],
  async compile(context) {
    const { data, siteName, query, words, at, withdrawals } = context
    const { scarce, plain } = words.texts.stockLevel
    const forms = words.forms(scarceUntil(context) === null ? plain : scarce)
    const ceiling = ceilingOf(query)
    const count = { of: 'stock' as const, minimum: 1, ...ceiling, forms }
    const values = { stock: '#' }
    const { maximum = null } = ceiling
    const { totals, readAt } = await data.stockByPath({ siteName, at, withdrawals, maximum })
    return [
      ...(query.javascript ? [toCountItem(count, values)] : []),
      ...(readAt === null ? [] : [withReadAt(readAt, toCountItem({ ...count, totals }, values))]),
    ]
  },
  rule(context) {
    const { query, isFromFeed } = context
    const { maximum } = ceilingOf(query)
    const ceiling = maximum === undefined ? '' : ` and at most ${String(maximum)}`
    const until = scarceUntil(context)
    const supply =
      until === null
        ? 'Not described as scarce.'
        : `Described as scarce because the shop expects no restock before ${until}.`
    return `The stock of the page's product, ${describeFeed(query, isFromFeed)}: at least 1${ceiling}. ${supply}`
  },
  windowSeconds: () => 0,
  why(context) {
    const { words } = context
    const { why, whyScarce, whyPlain } = words.texts.stockLevel
    const until = scarceUntil(context)
    const supply =
      until === null
        ? whyPlain
        : fillPlaceholders(whyScarce, { day: words.date(new Date(until), 'UTC') })
    return [...explainFeed(context, why), supply]
  },
  about: {
    data: 'The stock of the page’s product, as reported by the page. If the page reports none: from your product feeds, imports and the REST API, with its age, up to 24 hours old, for the 100 pages with the lowest stock. Variants on one page are added up. Says “only” if high stock is hidden, the maximum is 20 or less, and you expect no restock for a week.',
    hidesWhen:
      'The product is out of stock or its stock isn’t known, or there’s more than the maximum while high stock is hidden. “Use data from the page” off: only stock from feeds and imports is shown.',
  },
})

const ceilingOf = (query: NudgeQuery) => (query.hideHighStockNudge ? mostOf(query) : {})

/** The day before which there is no restock; null when nothing can be called scarce. */
function scarceUntil({ query, content, at }: RuleContext): string | null {
  const { maximum = Infinity } = ceilingOf(query)
  const day = stockContent.safeParse(content ?? {}).data?.noRestockBefore ?? null
  if (day === null || maximum > scarceStock) return null
  return Date.parse(day) - at.getTime() >= scarceMillis ? day : null
}
