/** One real sign-up at a time. */
import { conversionContent } from '../../../contract/nudge-content.ts'
import { findClaimFaults } from '../claim-faults/claim-faults.ts'
import { besideWords, listSingle } from '../single-activities.server.ts'
import { conversionWords } from './conversion.words.ts'
import type { Kind, RuleContext } from './kind.ts'
import { describePerson, personValues, sayPerson } from './person.ts'
import { sentenceOf } from './purchase.ts'
import { everyRead, rotationReads } from './query-reads.ts'
import { describeSource, whyPerson, whySubject, whyTrue } from './why.ts'
import { fillIn } from './words.ts'

/** What they signed up for, as the shop calls it; null when it doesn't say, or claims something instead. */
export function goalOf(content: unknown): string | null {
  const goal = conversionContent.nullable().parse(content)?.goal ?? null
  return goal === null || findClaimFaults({ text: goal }).length > 0 ? null : goal
}

export function sayConversion({ words, content }: Pick<RuleContext, 'words' | 'content'>): string {
  const { forGoal, signedUp } = conversionWords[words.language]
  const given = goalOf(content)
  return fillIn(forGoal, '{goal}', { given, language: words.language }) ?? signedUp
}

export const conversion: Kind = {
  type: 'conversion',
  basis: 'activity',
  category: 'popular',
  reads: ['ago', 'listSize', 'integration', ...rotationReads, ...everyRead],

  async tell(context) {
    const { tx, site, query, options, words, at } = context
    const shown = await listSingle(tx, site, { kind: 'signup', query, options, at })
    return shown.map((one) => {
      const rule = { conversion: options.conversion, words }
      const title = sayPerson(one, rule)
      const wording = { title, text: sayConversion(context) }
      return {
        item: { ...wording, ...besideWords(one, { query, options }) },
        activityId: one.id,
        isFromFile: one.source === 'import',
        sentence: sentenceOf(wording),
        own: { values: { ...personValues(one, rule), goal: goalOf(context.content) } },
      }
    })
  },

  rule({ query, isFromFile, options, content }) {
    const { name, place } = describePerson(options)
    const goal = goalOf(content)
    const what = goal === null ? '' : ` What for is the shop's own wording: ${goal}.`
    return `One sign-up ${describeSource({ query, isFromFile })}, confirmed and not a test. Says ${name}, ${place}.${what}`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => [whySubject(context, 'signup'), ...whyPerson(context), whyTrue(context)],
  about: {
    data: 'Sign-ups that the shop reported: first name and place as far as they were given.',
    hidesWhen:
      'There is none in the window: not confirmed, a test, taken back, reported by a page and not let through.',
  },
}
