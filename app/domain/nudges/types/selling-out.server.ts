/** A product that sells, and whose page reports low stock. */
import { countByPath, viewOf } from '#app/domain/activities/activity-counts.server.ts'
import type { Forms } from '#app/domain/wording/words-of.ts'
import type { NudgeDefinition, RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPluralForms, leastOf, withExpiry } from './kit/compiled-item.ts'
import { sellingOutWords } from './selling-out.words.ts'
import { describeSource, explainSubject, explainSource } from './kit/why.ts'
import { whyWords } from './kit/why.words.ts'
import { beginLarge } from '#app/domain/wording/text.ts'

/**
 * If stock lasts longer at the current rate of sales, the product is just popular, not selling out.
 */
const daysOfCover = 3
const day = 86_400

/** The highest stock to show by default. */
const defaultMaximum = 20

/** By plural form of the orders. */
export function sellingOutForms({ words, query }: Pick<RuleContext, 'words' | 'query'>) {
  const { out, quickly } = sellingOutWords[words.language]
  const within = words.within(query.ago)
  const fillForm = (texts: Forms) => words.forms(fillPluralForms(texts, { within })).map(beginLarge)
  return { out: fillForm(out), quickly: fillForm(quickly) }
}

/** Both texts, for the claim: the page's stock decides which one a visitor sees. */
export function formatSellingOut(context: Pick<RuleContext, 'words' | 'query'>): string {
  const { out, quickly } = sellingOutForms(context)
  return `${quickly.at(-1) ?? ''} / ${out.at(-1) ?? ''}`
}

export const sellingOut: NudgeDefinition = {
  type: 'selling_out',
  basis: 'activities',
  category: 'selling_fast',
  reads: ['ago', 'minimum', 'maximum', 'javascript', 'integration', ...everyRead],

  async compile(context) {
    const { tx, site, siteName, query } = context
    // Without the page's stock, nothing is known to run out.
    if (!query.javascript) return []
    const view = viewOf(context, 'purchase')
    const minimum = leastOf(query)
    const { totals, isFromFile } = await countByPath(tx, site, { view, siteName, minimum })
    if (Object.keys(totals).length === 0) return 'below_minimum'

    const { out, quickly } = sellingOutForms(context)
    const stock = {
      maximum: query.maximum ?? defaultMaximum,
      cover: (daysOfCover * day) / query.ago,
      forms: out,
    }
    const count = { of: 'paths' as const, minimum, forms: quickly, totals, stock }
    const item = { title: '', text: '', count }
    return [withExpiry(view.until, { item, sentence: formatSellingOut(context), isFromFile })]
  },

  rule: ({ query, isFromFile }) =>
    `Orders of the product in the window, each once, ${describeSource({ query, isFromFile })}, paid and not a test, at least ${String(query.minimum)}; and at most ${String(query.maximum ?? defaultMaximum)} left, as the product's page says. What is left is told only when it lasts ${String(daysOfCover)} days at most at this pace.`,
  windowSeconds: ({ ago }) => ago,
  why: (context) => {
    const text = whyWords[context.words.language]
    return [
      explainSubject(context, 'productOrders'),
      text.stock,
      explainSource(context),
      text.leftOut,
    ]
  },
  about: {
    data: "The number of orders of the page's product in the window, and the stock that the page tells.",
    hidesWhen:
      'There are fewer orders than the minimum, or the stock is unknown, used up or above the maximum.',
  },
}
