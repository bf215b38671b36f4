/** Findings of the claim linter about a push message, by the form's fields. Safe in the browser. */
import type { PushKind } from '#app/contract/push.ts'
import type { PushContent } from '#app/contract/push-settings.ts'
import { lintPushContent } from '#app/domain/push/message-content.ts'

/** A field is named as in the form: `content.title`. */
export type PushFinding = { level: 'block' | 'advise'; field: string; sentence: string }

type LintedTexts = {
  content: Pick<PushContent, 'title' | 'body'>
  contentB?: Pick<PushContent, 'title' | 'body'> | null
}

/** @param kind decides which values in braces there are */
export const findingsOf = (
  { content, contentB = null }: LintedTexts,
  kind: PushKind = 'news',
): PushFinding[] => [
  ...findingsIn('content', content, kind),
  ...(contentB === null ? [] : findingsIn('contentB', contentB, kind)),
]

const findingsIn = (
  texts: 'content' | 'contentB',
  content: LintedTexts['content'],
  kind: PushKind,
): PushFinding[] =>
  lintPushContent(content, kind).map(({ level, path, sentence }) => ({
    level,
    field: `${texts}.${path}`,
    sentence,
  }))
