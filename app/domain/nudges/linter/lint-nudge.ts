/** All findings about a nudge before it is published. Needs no database. */
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeMessage, NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { nowSeconds } from '#app/domain/presence/live-counts.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { Refusal, type FieldErrors } from '#app/lib/errors.ts'
import { hasTemplate } from '../apply-template.ts'
import { mayBeMissing, templateParts, templateSlots } from '../message-template.ts'
import { contentErrors, fullQuery, nudgeDefinitions } from '../types/registry.ts'
import type { Counted } from '../types/kit/nudge-definition.ts'
import type { Finding } from './finding.ts'
import * as lexicon from './lexicon.ts'

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

/** Errors that keep a nudge from being published, by path of the setting. */
export function findPublishErrors(linted: Linted): FieldErrors {
  const errors: Record<string, readonly string[]> = {
    ...contentErrors(linted.type, linted.settings.content),
  }
  for (const { level, path, sentence } of lintNudge(linted)) {
    if (level === 'block') errors[path] = [...(errors[path] ?? []), sentence]
  }
  return errors
}

/** @throws Refusal `invalid` with what keeps it from being published */
export function refuseUnpublishable(linted: Linted): void {
  const errors = findPublishErrors(linted)
  if (Object.keys(errors).length > 0) throw refusePublishing(errors)
}

/** A refusal to publish, with messages by path of the setting. */
export const refusePublishing = (errors: FieldErrors) =>
  new Refusal('invalid', 'This nudge can’t be published yet. Fix the fields marked below.', {
    errors,
  })

/** Checks the type's content. */
function lintContent({ type, settings, at }: Linted): Finding[] {
  const content = (settings.content ?? {}) as Record<string, unknown>
  const query = fullQuery(type, settings.query)
  const typed = ['amount', 'scope', 'conditions', 'goal', 'source', 'restrictions']
    .map((name) => content[name])
    .filter((text): text is string => typeof text === 'string' && text !== '')
  const findings: Finding[] = typed
    .flatMap((text) => findUnprovableClaims({ text }, { hasEnd: query.deadline !== null }))
    .map(({ sentence, words }) => ({ level: 'block', path: 'content', sentence, words: [words] }))
  return [...findings, ...(nudgeDefinitions[type].lint?.(content, { query, at }) ?? [])]
}

function lintSchedule({ settings, at }: Linted): Finding[] {
  const { from = null, until = null } = settings.rules
  if (from !== null && until !== null && from >= until) {
    return [{ level: 'block', path: 'rules.until', sentence: 'The end is before the start.' }]
  }
  if (until !== null && until * 1000 <= at.getTime()) {
    return [
      {
        level: 'block',
        path: 'rules.until',
        sentence: 'The schedule has already ended, so this nudge would never show.',
      },
    ]
  }
  return []
}

function lintPlace({ surface, settings }: Linted): Finding[] {
  if (surface === 'popup' || settings.placement !== null) return []
  const sentence = 'Choose a placement for this inline nudge.'
  return [{ level: 'block', path: 'placement.selector', sentence }]
}

type LintedTexts = { type: NudgeType; message: NudgeMessage; query: NudgeQuery }

type Part = { field: 'title' | 'text' | 'one'; template: string }

/** Checks the claims of an owner's template against what the type really knows. */
function lintWords(words: LintedTexts): Finding[] {
  const { type, message } = words
  if (nudgeDefinitions[type].message === null) {
    const sentence =
      'This nudge builds its text from its own fields, so custom wording isn’t available.'
    return [{ level: 'block', path: 'message.text', sentence }]
  }
  const parts = (['title', 'text', 'one'] as const)
    .map((field) => ({ field, template: message[field] }))
    .filter(({ template }) => template !== '')
  return [
    ...parts.flatMap((part) => rules.flatMap((rule) => applyRule(rule, part, words))),
    ...lintWhole(words),
  ]
}

type Rule = Pick<Finding, 'level' | 'sentence'> & {
  /** The offending words as they were typed; empty when there are none. */
  find: (part: Part, words: LintedTexts) => readonly string[]
}

function applyRule({ find, level, sentence }: Rule, part: Part, linted: LintedTexts): Finding[] {
  const words = find(part, linted)
  return words.length === 0 ? [] : [{ level, path: `message.${part.field}`, sentence, words }]
}

const countsOneOf = (type: NudgeType, ...counted: Counted[]) =>
  counted.some((one) => one === nudgeDefinitions[type].counts)

const isPresence = (type: NudgeType) => countsOneOf(type, 'visitors')
const isSingle = (type: NudgeType, kind: ActivityKind) => {
  const { basis, activityKind } = nudgeDefinitions[type]
  return basis === 'activity' && activityKind === kind
}
const windowOf = ({ type, query }: LintedTexts): number =>
  nudgeDefinitions[type].windowSeconds(query)

const rules: Rule[] = [
  {
    level: 'block',
    sentence:
      'One of the values in braces isn’t available for this nudge. Remove it, or add one with “Add a fact”.',
    find: ({ template }, { type }) =>
      templateParts(template).flatMap((part) => {
        if (part.name === null) return part.text.match(/[{}]/g) ?? []
        return offersOf(type).includes(part.name) ? [] : [part.text]
      }),
  },
  {
    level: 'block',
    sentence:
      'Numbers, buyers, stock and end dates must come from your data. Replace what you typed with a value in braces.',
    find: ({ template }, { type }) => {
      const text = withoutSlots(template, type)
      return findUnprovableClaims({ text })
        .filter(({ about }) => about !== 'person' || !isSingle(type, 'purchase') || hasName(text))
        .map(({ words }) => words)
    },
  },
  {
    level: 'block',
    sentence: 'Remove the “#”: it’s reserved for the number.',
    find: ({ template }, { type }) => (isCounting(type) && template.includes('#') ? ['#'] : []),
  },
  {
    level: 'block',
    sentence: 'You can’t say “now” when the time frame is longer than five minutes.',
    find: ({ template }, words) =>
      windowOf(words) > nowSeconds ? lexicon.findTypedPhrase(template, lexicon.now) : [],
  },
  {
    level: 'block',
    sentence:
      'This counts orders or sign-ups, not people: one person may have several. Say “orders” or “sign-ups”.',
    find: ({ template }, { type }) =>
      countsOneOf(type, 'orders', 'signups', 'carts')
        ? lexicon.findTypedPhrase(template, lexicon.heads)
        : [],
  },
  {
    level: 'block',
    sentence:
      'We only know that people are viewing this, not buying it. Say “viewing” or “looking at”.',
    find: ({ template }, { type }) =>
      isPresence(type) ? lexicon.findTypedPhrase(template, lexicon.deeds) : [],
  },
  {
    level: 'block',
    sentence: 'We only know it was added to carts, not bought. Say “added to carts”.',
    find: ({ template }, { type }) =>
      countsOneOf(type, 'carts') ? lexicon.findTypedPhrase(template, lexicon.deeds) : [],
  },
  {
    level: 'block',
    sentence:
      'Don’t claim scarcity in your own words. The Stock level nudge says “only” when no restock is expected.',
    find: ({ template }) => lexicon.findTypedPhrase(template, lexicon.scarce),
  },
  {
    level: 'advise',
    sentence:
      'This creates pressure without a fact behind it, which regulators can treat as misleading. Remove it.',
    find: ({ template }) => lexicon.findTypedPhrase(template, lexicon.pressure),
  },
  {
    level: 'advise',
    sentence: 'This claims to be the first or the best, which your data doesn’t show.',
    find: ({ template }) => lexicon.findTypedPhrase(template, lexicon.superlatives),
  },
  {
    level: 'advise',
    sentence: lexicon.uncheckedSentence,
    find: ({ template }) => lexicon.findUncheckedScript(template),
  },
]

/** A purchase proves that someone bought. Who it was must not be typed by the owner. */
const hasName = (text: string) => /\p{Lu}/u.test(text)

/** Findings about title and text together. */
function lintWhole({ type, message, query }: LintedTexts): Finding[] {
  const slots = messageSlots(message)
  const has = (name: string) => slots.some((slot) => slot.name === name)
  const findings: Finding[] = []
  const add = (level: Finding['level'], field: Part['field'], sentence: string) => {
    findings.push({ level, path: `message.${field}`, sentence })
  }

  if (isCounting(type) && message.text === '' && message.title !== '') {
    add('block', 'text', 'Add a text as well. The number appears in the text, not in the title.')
  }
  const number = numberOf(type)
  if (number !== undefined && message.text !== '') {
    if (!templateSlots(message.text).some(({ name }) => name === number)) {
      add('block', 'text', `Add {${number}} to the text so visitors see the number.`)
    }
    if (offersOf(type).includes('window') && !isNowAlone(type, query) && !has('window')) {
      add(
        'block',
        'text',
        'Add {window} to the text so visitors know which time frame the number covers.',
      )
    }
    for (const { name, field, text } of slots) {
      if (!isNowAlone(type, query) || name !== 'window') continue
      const sentence = 'This counts people there right now, so there’s no {window}. Remove it.'
      findings.push({ level: 'block', path: `message.${field}`, sentence, words: [text] })
    }
  }
  if (isSingle(type, 'review') && query.minimum > 1 && message.text !== '' && !has('excerpt')) {
    add(
      'block',
      'text',
      'Keep {excerpt}: when you filter reviews by stars, it also shows the average of all reviews.',
    )
  }
  for (const { name, field, text, fallback } of slots) {
    if (fallback !== null || !mayBeMissing(name)) continue
    const sentence = `The nudge won’t show when {${name}} is missing. Add a fallback: {${name}|…}.`
    findings.push({ level: 'advise', path: `message.${field}`, sentence, words: [text] })
  }
  if (message.one !== '' && message.text === '') {
    add('advise', 'one', '“Text when the number is 1” only applies if you also write a text.')
  }
  return findings
}

const isNowAlone = (type: NudgeType, { duration }: NudgeQuery) =>
  isPresence(type) && duration === null

const messageSlots = (message: NudgeMessage) =>
  (['title', 'text'] as const).flatMap((field) =>
    templateSlots(message[field]).map((slot) => ({ ...slot, field })),
  )

const offersOf = (type: NudgeType): readonly string[] =>
  nudgeDefinitions[type].message?.placeholders ?? []
const numberOf = (type: NudgeType) => nudgeDefinitions[type].message?.number
const isCounting = (type: NudgeType) => numberOf(type) !== undefined

/** Placeholders are proven by their values. Only their fallbacks are written by the owner. */
const withoutSlots = (template: string, type: NudgeType): string =>
  template.replace(/\{\s*(\w+)\s*(?:\|([^{}]*))?\}/g, (whole, name: string, instead = '') =>
    offersOf(type).includes(name) ? `. ${String(instead)}. ` : whole,
  )
