/** Remaining stock, as reported by the page. */
import { stockContent } from '#app/contract/nudge-content.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { defineNudge, type RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders, mostOf, toCountItem } from './kit/compiled-item.ts'
import { stockLevelWords } from './stock-level.words.ts'
import { needs, yours } from './kit/readiness.ts'
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
  needsPageFacts: true,
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
    about: 'Shows how many of the product are left, using the stock your page reports.',
    one: 'piece',
    many: 'pieces',
    options: { maximum: 'Maximum stock to show' },
  },
  drawing: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  needs: ({ pages: { views }, stocked }) => {
    if (views > 0) return yours('Your pages report products. Shows where they report stock')
    const whose = stocked === 0 ? 'its stock' : `the stock of ${countedNoun(stocked, productNouns)}`
    return needs(`Needs your page to report ${whose}`)
  },
  reads: ['maximum', 'hideHighStockNudge', 'javascript', ...everyRead],
  compile(context) {
    const { query, words } = context
    // Only the page's script knows the page's product.
    if (!query.javascript) return Promise.resolve([])
    const { scarce, plain } = stockLevelWords[words.language]
    const forms = words.forms(scarceUntil(context) === null ? plain : scarce)
    return Promise.resolve([
      toCountItem({ of: 'stock', minimum: 1, ...ceilingOf(query), forms }, { stock: '#' }),
    ])
  },
  rule(context) {
    const { query } = context
    const { maximum } = ceilingOf(query)
    const ceiling = maximum === undefined ? '' : ` and at most ${String(maximum)}`
    const until = scarceUntil(context)
    const supply =
      until === null
        ? 'Not described as scarce.'
        : `Described as scarce because the shop expects no restock before ${until}.`
    return `The stock of the page's product, as reported by the page: at least 1${ceiling}. ${supply}`
  },
  windowSeconds: () => 0,
  why(context) {
    const { words } = context
    const { why, whyScarce, whyPlain } = stockLevelWords[words.language]
    const until = scarceUntil(context)
    if (until === null) return [why, whyPlain]
    return [why, fillPlaceholders(whyScarce, { day: words.date(new Date(until), 'UTC') })]
  },
  about: {
    data: 'The stock of the page’s product, as reported by the page. Says “only” if high stock is hidden, the maximum is 20 or less, and you expect no restock for a week.',
    hidesWhen:
      'The product is out of stock or its stock isn’t reported, there’s more than the maximum while high stock is hidden, or “Use data from the page” is off.',
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
