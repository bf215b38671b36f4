/** Remaining stock, as reported by the page. */
import { stockContent } from '#app/contract/nudge-content.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { NudgeDefinition, RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders, mostOf, toCountItem } from './kit/compiled-item.ts'
import { stockLevelWords } from './stock-level.words.ts'

/** Calling stock scarce is misleading when a restock is closer than this. */
const scarceMillis = 7 * 86_400_000
/** "Only 80 left" isn't scarce. */
const scarceStock = 20

export const stockLevel: NudgeDefinition = {
  type: 'stock_level',
  basis: 'page',
  category: 'order_soon',
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
        ? 'Not called scarce.'
        : `Called scarce, since the shop says that no new stock comes before ${until}.`
    return `The stock of the page's product, as the page's script tells it: at least 1${ceiling}. ${supply}`
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
    data: 'Stock of the product of the page, as the page’s script tells it. "Only" is said when high stock is hidden, the maximum is at most 20 and the owner expects no new stock for a week.',
    hidesWhen:
      'No stock, or none told; more than the maximum while high stock is hidden; page facts are off.',
  },
}

const ceilingOf = (query: NudgeQuery) => (query.hideHighStockNudge ? mostOf(query) : {})

/** The day before which there is no restock; null when nothing can be called scarce. */
function scarceUntil({ query, content, at }: RuleContext): string | null {
  const { maximum = Infinity } = ceilingOf(query)
  const day = stockContent.safeParse(content ?? {}).data?.noRestockBefore ?? null
  if (day === null || maximum > scarceStock) return null
  return Date.parse(day) - at.getTime() >= scarceMillis ? day : null
}
