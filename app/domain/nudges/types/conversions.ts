/** Number of sign-ups. */
import { viewOf } from '#app/domain/activities/count-view.ts'
import { conversionContent } from '#app/contract/nudge-content.ts'
import { goalOf } from './conversion.ts'
import { defineNudge, type RuleContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { formatCappedCount, leastOf, toCompiledItem, withExpiry } from './kit/compiled-item.ts'
import { describeSource, explainSubject, explainSource } from './kit/why.ts'
import { fillIn } from '#app/domain/wording/text.ts'
import { needsActivities } from './kit/readiness.ts'
import { signupNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'
import { goalFields } from './kit/fields.ts'

export function formatConversions(
  { words, query, content }: Pick<RuleContext, 'words' | 'query' | 'content'>,
  total: number,
): string {
  const { signups, forGoal } = words.texts.conversions
  const goal = { given: goalOf(content), language: words.language }
  const formatTotal = (texts: typeof signups) =>
    words.count(texts, total, query.maximum).replace('{within}', words.within(query.ago))
  return fillIn(formatTotal(forGoal), '{goal}', goal) ?? formatTotal(signups)
}

export const conversions = defineNudge({
  type: 'conversions',
  surfaces: ['popup'],
  category: 'popular',
  basis: 'activities',
  activityKind: 'signup',
  counts: 'signups',
  rank: 6,
  defaults: { minimum: 5 },
  content: conversionContent,
  example: { goal: 'the newsletter' },
  fields: goalFields,
  message: { placeholders: ['count', 'window', 'goal'], number: 'count' },
  labels: {
    name: 'Sign-up count',
    about: 'Shows how many sign-ups you had recently.',
    ...signupNouns,
    options: { minimum: 'Minimum sign-ups' },
  },
  drawing: drawings.person,
  needs: needsActivities,
  reads: ['ago', 'minimum', 'maximum', 'integration', ...everyRead],

  async compile(context) {
    const { data, query } = context
    const view = viewOf(context, 'signup')
    if (!(await data.isCovered(view))) return []
    const total = await data.countDistinctly(view)
    if (total < leastOf(query)) return 'below_minimum'

    const values = {
      count: formatCappedCount(context, total),
      window: context.words.within(query.ago),
      goal: goalOf(context.content),
    }
    const one = toCompiledItem({ title: '', text: formatConversions(context, total) })
    const isFromFile = await data.restsOnFile(view)
    return [withExpiry(view.until, { ...one, isFromFile, templateData: { values, count: total } })]
  },

  rule: ({ query, isFromFile }) =>
    `Confirmed, non-test sign-ups in the period ${describeSource({ query, isFromFile })}, each email address counted once. Hidden below ${String(query.minimum)}.`,
  windowSeconds: ({ ago }) => ago,
  why: (context) => [explainSubject(context, 'signups'), explainSource(context)],
  about: {
    data: 'The number of unique sign-ups in the look-back period.',
    hidesWhen: 'The number is below the minimum, or your data doesn’t cover the whole period yet.',
  },
})
