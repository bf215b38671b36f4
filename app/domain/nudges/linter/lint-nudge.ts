/** All findings about a nudge before it is published. Needs no database; safe in the browser. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { fullQuery, type NudgeType } from '#app/contract/nudges.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { hasTemplate } from '../message-template.ts'
import type { Finding } from './finding.ts'
import { findPhrase } from './find-phrase.ts'
import * as lexicon from './lexicon.ts'
import { lintWords } from './lint-words.ts'

export type Linted = {
  type: NudgeType
  surface: 'popup' | 'inline'
  settings: NudgeSettings
  at: Date
}

export function lintNudge(linted: Linted): Finding[] {
  const { type, settings } = linted
  const query = fullQuery(type, settings.query)
  const { message } = settings
  return [
    ...(hasTemplate(message) ? lintWords({ type, message, query }) : []),
    ...lintContent(linted),
    ...lintSchedule(linted),
    ...lintPlace(linted),
  ]
}

/** Checks the type's content. */
function lintContent({ type, settings, at }: Linted): Finding[] {
  const content = (settings.content ?? {}) as Record<string, unknown>
  const { deadline } = fullQuery(type, settings.query)
  if (type === 'custom') return lintCustom(content, deadline)

  const typed = ['amount', 'scope', 'conditions', 'goal', 'source', 'restrictions']
    .map((name) => content[name])
    .filter((text): text is string => typeof text === 'string' && text !== '')
  const findings: Finding[] = typed
    .flatMap((text) => findUnprovableClaims({ text }, { hasEnd: deadline !== null }))
    .map(({ sentence }) => ({ level: 'block', field: 'content', sentence }))
  if (type === 'discount') findings.push(...lintDiscount(content, { deadline, at }, settings))
  if (type === 'delivery_date') findings.push(...lintDelivery(content, at))
  return findings
}

function lintCustom(content: Record<string, unknown>, deadline: number | null): Finding[] {
  // Custom messages are shown instead, which were checked when they were written.
  if (content['tellsMessages'] === true) return []
  const title = textOf(content['title'])
  const text = textOf(content['text'])
  const blocked = findUnprovableClaims({ title, text }, { hasEnd: deadline !== null }).map(
    ({ field, sentence }): Finding => ({ level: 'block', field, sentence }),
  )
  const both = `${title} ${text}`
  return [
    ...blocked,
    ...advise(
      findPhrase(both, lexicon.pressure),
      'It presses without a fact. Regulators take that for a misleading practice: leave it out.',
    ),
    ...advise(
      findPhrase(both, lexicon.superlatives),
      'It says that something is the first or the best of all: be ready to show it.',
    ),
    ...advise(
      findPhrase(both, lexicon.scarce),
      'It calls something scarce, and nothing here knows whether it is. The stock nudge does.',
    ),
  ]
}

const advise = (found: string | null, sentence: string): Finding[] =>
  found === null ? [] : [{ level: 'advise', field: 'text', sentence }]

function lintDiscount(
  content: Record<string, unknown>,
  { deadline, at }: { deadline: number | null; at: Date },
  { query }: NudgeSettings,
): Finding[] {
  const findings: Finding[] = []
  if (/%|٪|percent|prozent|pour ?cent|procent|por ciento/i.test(textOf(content['amount']))) {
    findings.push({
      level: 'advise',
      field: 'content',
      sentence:
        'In the European Union a percentage off is off the lowest price of the last 30 days. Make sure that the shop’s price says so.',
    })
  }
  if (deadline === null && (query.duration ?? null) === null) {
    findings.push({
      level: 'advise',
      field: 'query',
      sentence: 'The offer has no end. Give it one, or visitors are told of it for ever.',
    })
  }
  if (deadline !== null && deadline * 1000 <= at.getTime()) {
    findings.push({
      level: 'block',
      field: 'query',
      sentence: 'The offer has ended: its deadline is over.',
    })
  }
  return findings
}

function lintDelivery(content: Record<string, unknown>, at: Date): Finding[] {
  const until = textOf(content['holidaysUntil'])
  if (until === '' || Date.parse(until) > at.getTime()) return []
  const sentence = 'The known holidays end in the past: no day can be promised. Name the next ones.'
  return [{ level: 'block', field: 'content', sentence }]
}

function lintSchedule({ settings, at }: Linted): Finding[] {
  const { from = null, until = null } = settings.rules
  if (from !== null && until !== null && from >= until) {
    return [{ level: 'block', field: 'rules', sentence: 'It ends before it begins.' }]
  }
  if (until !== null && until * 1000 <= at.getTime()) {
    return [{ level: 'block', field: 'rules', sentence: 'Its time is over: nobody would see it.' }]
  }
  return []
}

function lintPlace({ surface, settings }: Linted): Finding[] {
  if (surface === 'popup' || settings.placement !== null) return []
  const sentence = 'It has no place in the page yet. Say where it stands.'
  return [{ level: 'block', field: 'placement', sentence }]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
