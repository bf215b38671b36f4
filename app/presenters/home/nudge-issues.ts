/** Summarizes the issues of single nudges. Needs no database; safe in the browser. */
import type { HomeIssue } from './issues.ts'

export type NudgeIssueKind = 'blocked' | 'due' | 'silent' | 'unseen' | 'changed'

export type HomeNudgeIssue = {
  uuid: string
  name: string
  surface: 'popup' | 'inline'
  kind: NudgeIssueKind
  /** Details; for `changed` whether pages show the version without the changes. */
  sentence: string
}

/** More nudges with the same issue are counted instead of named. */
const namedOfKind = 2

const kinds: readonly NudgeIssueKind[] = ['blocked', 'due', 'silent', 'unseen', 'changed']

export const groupNudgeIssues = (issues: readonly HomeNudgeIssue[]): HomeIssue[] =>
  kinds.flatMap((kind) =>
    (['popup', 'inline'] as const).flatMap((surface) => {
      const found = issues.filter((one) => one.kind === kind && one.surface === surface)
      if (found.length <= namedOfKind) return found.map(describeOne)
      return [describeAll({ kind, surface }, found.length)]
    }),
  )

const weights = {
  blocked: 'stop',
  due: 'stop',
  silent: 'stop',
  unseen: 'stop',
  changed: 'note',
} as const satisfies Record<NudgeIssueKind, HomeIssue['weight']>

const actions = {
  blocked: 'Put it right',
  due: 'Put it right',
  silent: 'Look at its data',
  unseen: 'Look at its pages',
  changed: 'Review the changes',
} as const satisfies Record<NudgeIssueKind, string>

const describeOne = ({ kind, uuid, name, sentence }: HomeNudgeIssue): HomeIssue => ({
  sentence: `“${name}” ${sentence}`,
  to: `/nudges/${uuid}`,
  action: actions[kind],
  weight: weights[kind],
})

const groupSentences = {
  blocked: 'are on, and could not be published as they are',
  due: 'are to be published soon, and can’t be as they are',
  silent: 'are on and have nothing to tell',
  unseen: 'are on and were not shown for a week, though your pages were visited',
  changed: 'have changes that no page is told',
} as const satisfies Record<NudgeIssueKind, string>

/** The list's filters. Issues without a filter lead to the whole list. */
const filters: Record<NudgeIssueKind, string> = {
  blocked: '?problem=blocked',
  due: '?state=scheduled',
  silent: '?problem=silent',
  unseen: '?state=on',
  changed: '?state=changed',
}

function describeAll(
  { kind, surface }: { kind: NudgeIssueKind; surface: 'popup' | 'inline' },
  count: number,
): HomeIssue {
  const what = surface === 'popup' ? 'popup nudges' : 'inline nudges'
  const list = surface === 'popup' ? '/popup-nudges/list' : '/inline-nudges'
  return {
    sentence: `${count.toLocaleString('en')} ${what} ${groupSentences[kind]}.`,
    to: `${list}${filters[kind]}`,
    action: 'Show them',
    weight: weights[kind],
  }
}
