/** All findings about a nudge before it is published. Needs no database. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { hasTemplate } from '../apply-template.ts'
import { fullQuery, nudgeDefinitions } from '../types/registry.ts'
import type { Finding } from './finding.ts'
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
  const query = fullQuery(type, settings.query)
  const typed = ['amount', 'scope', 'conditions', 'goal', 'source', 'restrictions']
    .map((name) => content[name])
    .filter((text): text is string => typeof text === 'string' && text !== '')
  const findings: Finding[] = typed
    .flatMap((text) => findUnprovableClaims({ text }, { hasEnd: query.deadline !== null }))
    .map(({ sentence }) => ({ level: 'block', field: 'content', sentence }))
  return [...findings, ...(nudgeDefinitions[type].lint?.(content, { query, at }) ?? [])]
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
