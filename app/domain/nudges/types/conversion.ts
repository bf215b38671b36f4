/** One real sign-up at a time. */
import { sources } from '#app/domain/activities/sources.ts'
import { conversionContent } from '#app/contract/nudge-content.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { itemDetails } from '#app/domain/activities/item-details.ts'
import { defineNudge, type RuleContext } from './kit/nudge-definition.ts'
import { describePerson, personValues, formatPerson } from '#app/domain/wording/person.ts'
import { sentenceOf } from '#app/domain/wording/purchase.ts'
import { everyRead, rotationReads } from './kit/query-options.ts'
import { describeSource, explainNames, explainSubject, explainSource } from './kit/why.ts'
import { fillIn } from '#app/domain/wording/text.ts'
import { needsActivities } from './kit/readiness.ts'
import { signupNouns } from './kit/nouns.ts'
import { drawings } from './kit/drawings.ts'
import { goalFields } from './kit/fields.ts'

/** The goal of sign-ups, in the shop's words. Null when it isn't set or makes a claim. */
export function goalOf(content: unknown): string | null {
  const goal = conversionContent.nullable().parse(content)?.goal ?? null
  return goal === null || findUnprovableClaims({ text: goal }).length > 0 ? null : goal
}

export function formatConversion({
  words,
  content,
}: Pick<RuleContext, 'words' | 'content'>): string {
  const { forGoal, signedUp } = words.texts.conversion
  const given = goalOf(content)
  return fillIn(forGoal, '{goal}', { given, language: words.language }) ?? signedUp
}

export const conversion = defineNudge({
  type: 'conversion',
  surfaces: ['popup', 'inline'],
  category: 'popular',
  basis: 'activity',
  activityKind: 'signup',
  rank: 5,
  defaults: {},
  content: conversionContent,
  example: { goal: 'the newsletter' },
  fields: goalFields,
  message: { placeholders: ['first_name', 'place', 'goal'] },
  labels: {
    name: 'Recent sign-up',
    about: 'Shows real sign-ups one at a time, for example for your newsletter.',
    ...signupNouns,
  },
  drawing: drawings.person,
  needs: needsActivities,
  reads: ['ago', 'listSize', 'integration', ...rotationReads, ...everyRead],

  async compile(context) {
    const { data, query, options, words, at } = context
    const shown = await data.listRecentActivities({ kind: 'signup', query, options, at })
    return shown.map((one) => {
      const rule = { conversion: options.conversion, words }
      const title = formatPerson(one, rule)
      const wording = { title, text: formatConversion(context) }
      return {
        item: { ...wording, ...itemDetails(one, { query, options }) },
        activityId: one.id,
        isFromFile: sources[one.source].isFromFile,
        sentence: sentenceOf(wording),
        templateData: { values: { ...personValues(one, rule), goal: goalOf(context.content) } },
      }
    })
  },

  rule({ query, isFromFile, options, content }) {
    const { name, place } = describePerson(options)
    const goal = goalOf(content)
    const what = goal === null ? '' : ` The shop calls it: ${goal}.`
    return `One confirmed, non-test sign-up ${describeSource({ query, isFromFile })}. Shows ${name} and ${place}.${what}`
  },
  windowSeconds: ({ ago }) => ago,
  why: (context) => [
    explainSubject(context, 'signup'),
    ...explainNames(context),
    explainSource(context),
  ],
  about: {
    data: 'Sign-ups your shop reported, with first name and place where available.',
    hidesWhen:
      'There are no eligible sign-ups in the look-back period. Unconfirmed, test, canceled and unapproved sign-ups don’t count.',
  },
})
