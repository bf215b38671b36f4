/** Findings about content that an owner enters, for the types that have specific ones. */
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import type { LintContext } from '../types/kit/nudge-definition.ts'
import type { Finding } from './finding.ts'
import * as lexicon from './lexicon.ts'

export function lintMessage(
  content: Record<string, unknown>,
  { query: { deadline } }: LintContext,
): Finding[] {
  // Custom messages are shown instead, which were checked when they were written.
  if (content['tellsMessages'] === true) return []
  const title = textOf(content['title'])
  const text = textOf(content['text'])
  const blocked = findUnprovableClaims({ title, text }, { hasEnd: deadline !== null }).map(
    ({ field, sentence, words }): Finding => ({
      level: 'block',
      path: `content.${field}`,
      sentence,
      words: [words],
    }),
  )
  const both = `${title} ${text}`
  return [
    ...blocked,
    ...advise(
      lexicon.findTypedPhrase(both, lexicon.pressure),
      'This creates pressure without a fact behind it, which regulators can treat as misleading. Remove it.',
    ),
    ...advise(
      lexicon.findTypedPhrase(both, lexicon.superlatives),
      'This claims to be the first or the best. Make sure you can prove it.',
    ),
    ...advise(
      lexicon.findTypedPhrase(both, lexicon.scarce),
      'This claims scarcity that we can’t verify. Use the Stock level nudge instead.',
    ),
    ...advise(lexicon.findUncheckedScript(both), lexicon.uncheckedSentence),
  ]
}

const advise = (words: readonly string[], sentence: string): Finding[] =>
  words.length === 0 ? [] : [{ level: 'advise', path: 'content.text', sentence, words }]

export function lintDiscount(
  content: Record<string, unknown>,
  { query: { deadline, duration }, at }: LintContext,
): Finding[] {
  const findings: Finding[] = []
  if (/%|٪|percent|prozent|pour ?cent|procent|por ciento/i.test(textOf(content['amount']))) {
    findings.push({
      level: 'advise',
      path: 'content',
      sentence:
        'In the EU, a percentage discount must be based on the lowest price of the last 30 days. Make sure yours is.',
    })
  }
  if (deadline === null && duration === null) {
    findings.push({
      level: 'advise',
      path: 'query.deadline',
      sentence: 'This offer has no end date. Add one, or it keeps showing forever.',
    })
  }
  if (deadline !== null && deadline * 1000 <= at.getTime()) {
    findings.push({
      level: 'block',
      path: 'query.deadline',
      sentence: 'This offer has ended. Change the end date.',
    })
  }
  return findings
}

export function lintDelivery(content: Record<string, unknown>, { at }: LintContext): Finding[] {
  const until = textOf(content['holidaysUntil'])
  if (until === '' || Date.parse(until) > at.getTime()) return []
  const sentence =
    'Your holiday calendar has run out, so we can’t show a delivery date. Add the next holidays.'
  return [{ level: 'block', path: 'content', sentence }]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
