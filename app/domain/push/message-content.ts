/** Texts of messages: what they can say, and how their placeholders are filled in. Safe in the browser. */
import type { PushKind } from '#app/contract/push.ts'
import { pushPlaceholders, type PushContent } from '#app/contract/push-settings.ts'
import * as lexicon from '#app/domain/nudges/linter/lexicon.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import type { FieldErrors } from '#app/lib/errors.ts'

/** A finding about a message, as popups have them. */
export type PushFinding = {
  /** `block`: it can't be sent. */
  level: 'block' | 'advise'
  path: 'title' | 'body'
  /** The issue and how to fix it. */
  sentence: string
  words?: readonly string[]
}

/** The findings of custom messages hold for messages that are pushed. */
export function lintPushContent(
  { title, body }: Pick<PushContent, 'title' | 'body'>,
  kind: PushKind = 'news',
): PushFinding[] {
  const both = `${title} ${body}`
  const blocked = findUnprovableClaims({ title, text: body }).map(
    ({ field, sentence, words }): PushFinding => ({
      level: 'block',
      path: field === 'title' ? 'title' : 'body',
      sentence,
      words: [words],
    }),
  )
  return [
    ...blocked,
    ...unknownPlaceholders({ title, body }, kind),
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
      'This claims scarcity that we can’t verify. Remove it.',
    ),
    ...advise(lexicon.findUncheckedScript(both), lexicon.uncheckedSentence),
  ]
}

const advise = (words: readonly string[], sentence: string): PushFinding[] =>
  words.length === 0 ? [] : [{ level: 'advise', path: 'body', sentence, words }]

/** Findings that keep a message from being sent, by field. */
export function contentErrors(content: PushContent, kind: PushKind): FieldErrors {
  const errors: Record<string, string[]> = {}
  for (const { level, path, sentence } of lintPushContent(content, kind)) {
    if (level === 'block') errors[path] = [...(errors[path] ?? []), sentence]
  }
  return errors
}

const placeholder = /\{([a-z_]+)\}/g

function unknownPlaceholders(
  content: Pick<PushContent, 'title' | 'body'>,
  kind: PushKind,
): PushFinding[] {
  const known = kind === 'news' ? [] : pushPlaceholders[kind]
  return (['title', 'body'] as const).flatMap((path) =>
    [...content[path].matchAll(placeholder)]
      .filter(([, name = '']) => !known.includes(name))
      .map(([words]): PushFinding => ({
        level: 'block',
        path,
        sentence:
          known.length === 0
            ? `A campaign has no data for ${words}. Write the text itself.`
            : `There is no data for ${words}. Use ${known.map((name) => `{${name}}`).join(', ')}.`,
        words: [words],
      })),
  )
}

/** Values of placeholders. */
export type MessageFacts = Readonly<Partial<Record<string, string>>>

/**
 * The text with its facts. Null when one is missing: a message is never sent with a gap or a guess.
 *
 * @param kind of an automation; campaigns have no placeholders
 */
export function fillContent(
  { title, body }: Pick<PushContent, 'title' | 'body'>,
  facts: MessageFacts,
): { title: string; body: string } | null {
  const names = [...`${title} ${body}`.matchAll(placeholder)].map(([, name = '']) => name)
  if (names.some((name) => (facts[name] ?? '') === '')) return null
  const fill = (text: string) =>
    text.replace(placeholder, (_whole, name: string) => facts[name] ?? '')
  return { title: fill(title), body: fill(body) }
}

/**
 * Writing direction, from the first strong letter (Unicode Standard Annex 9, rule P2,
 * https://www.unicode.org/reports/tr9/#P2).
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    first,
  )
    ? 'rtl'
    : 'ltr'
}

/**
 * The longest beginning within so many bytes of UTF-8, without half a character: families and flags are
 * several code points.
 */
export function cutToBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  let cut = ''
  let left = most - bytesOf('…')
  for (const { segment } of segmenter.segment(text)) {
    left -= bytesOf(segment)
    if (left < 0) break
    cut += segment
  }
  return `${cut}…`
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Kinds whose messages count towards the caps. The others were asked for one by one. */
export const isCapped = (kind: PushKind): boolean =>
  kind === 'news' || kind === 'abandoned_cart' || kind === 'review_request'
