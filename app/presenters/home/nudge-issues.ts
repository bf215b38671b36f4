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
  blocked: 'Fix nudge',
  due: 'Fix nudge',
  silent: 'Check data',
  unseen: 'Check targeting',
  changed: 'Review changes',
} as const satisfies Record<NudgeIssueKind, string>

const describeOne = ({ kind, uuid, name, sentence }: HomeNudgeIssue): HomeIssue => ({
  sentence: `“${name}” ${sentence}`,
  to: `/nudges/${uuid}`,
  action: actions[kind],
  weight: weights[kind],
})

const groupSentences = {
  blocked: 'are live but no longer meet our rules',
  due: 'are scheduled but can’t be published',
  silent: 'are live but have no data to show',
  unseen: 'are live but haven’t been shown for a week, although your pages had visits',
  changed: 'have unpublished changes',
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
    action: 'View nudges',
    weight: weights[kind],
  }
}
