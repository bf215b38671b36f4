/** Number of sign-ups. */
import {
  countDistinctly,
  isCovered,
  restsOnFile,
  viewOf,
} from '#app/domain/activities/activity-counts.server.ts'
import { goalOf } from './conversion.server.ts'
import { conversionsWords } from './conversions.words.ts'
import type { NudgeDefinition, RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { formatCappedCount, leastOf, toCompiledItem, withExpiry } from './kit/compiled-item.ts'
import { describeSource, explainSubject, explainSource } from './kit/why.ts'
import { fillIn } from '#app/domain/wording/text.ts'

export function formatConversions(
  { words, query, content }: Pick<RuleContext, 'words' | 'query' | 'content'>,
  total: number,
): string {
  const { signups, forGoal } = conversionsWords[words.language]
  const goal = { given: goalOf(content), language: words.language }
  const formatTotal = (texts: typeof signups) =>
    words.count(texts, total, query.maximum).replace('{within}', words.within(query.ago))
  return fillIn(formatTotal(forGoal), '{goal}', goal) ?? formatTotal(signups)
}

export const conversions: NudgeDefinition = {
  type: 'conversions',
  basis: 'activities',
  category: 'popular',
  reads: ['ago', 'minimum', 'maximum', 'integration', ...everyRead],

  async compile(context) {
    const { tx, site, query } = context
    const view = viewOf(context, 'signup')
    if (!(await isCovered(tx, site, view))) return []
    const total = await countDistinctly(tx, site, view)
    if (total < leastOf(query)) return 'below_minimum'

    const values = {
      count: formatCappedCount(context, total),
      window: context.words.within(query.ago),
      goal: goalOf(context.content),
    }
    const one = toCompiledItem({ title: '', text: formatConversions(context, total) })
    const isFromFile = await restsOnFile(tx, site, view)
    return [withExpiry(view.until, { ...one, isFromFile, templateData: { values, count: total } })]
  },

  rule: ({ query, isFromFile }) =>
    `Sign-ups of the window, each address once, ${describeSource({ query, isFromFile })}, confirmed and not a test. Not told below ${String(query.minimum)}.`,
  windowSeconds: ({ ago }) => ago,
  why: (context) => [explainSubject(context, 'signups'), explainSource(context)],
  about: {
    data: 'The number of distinct sign-ups in the window.',
    hidesWhen: 'It is below the minimum, or the data are younger than the window.',
  },
}
