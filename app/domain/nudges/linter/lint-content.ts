/** Findings about what an owner fills in, for the types that have some of their own. */
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
    ({ field, sentence }): Finding => ({ level: 'block', path: `content.${field}`, sentence }),
  )
  const both = `${title} ${text}`
  return [
    ...blocked,
    ...advise(
      lexicon.findPhrase(both, lexicon.pressure),
      'It presses without a fact. Regulators take that for a misleading practice: leave it out.',
    ),
    ...advise(
      lexicon.findPhrase(both, lexicon.superlatives),
      'It says that something is the first or the best of all: be ready to show it.',
    ),
    ...advise(
      lexicon.findPhrase(both, lexicon.scarce),
      'It calls something scarce, and nothing here knows whether it is. The stock nudge does.',
    ),
  ]
}

const advise = (found: string | null, sentence: string): Finding[] =>
  found === null ? [] : [{ level: 'advise', path: 'content.text', sentence }]

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
        'In the European Union a percentage off is off the lowest price of the last 30 days. Make sure that the shop’s price says so.',
    })
  }
  if (deadline === null && duration === null) {
    findings.push({
      level: 'advise',
      path: 'query.deadline',
      sentence: 'The offer has no end. Give it one, or visitors are told of it for ever.',
    })
  }
  if (deadline !== null && deadline * 1000 <= at.getTime()) {
    findings.push({
      level: 'block',
      path: 'query.deadline',
      sentence: 'The offer has ended: its deadline is over.',
    })
  }
  return findings
}

export function lintDelivery(content: Record<string, unknown>, { at }: LintContext): Finding[] {
  const until = textOf(content['holidaysUntil'])
  if (until === '' || Date.parse(until) > at.getTime()) return []
  const sentence = 'The known holidays end in the past: no day can be promised. Name the next ones.'
  return [{ level: 'block', path: 'content', sentence }]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
