/** What is wrong with single nudges, as few sentences. Needs no database; safe in the browser. */
import type { HomeProblem } from './issues.ts'

export type TroubleKind = 'blocked' | 'due' | 'silent' | 'unseen' | 'changed'

export type NudgeTrouble = {
  uuid: string
  name: string
  surface: 'popup' | 'inline'
  kind: TroubleKind
  /** What exactly; for `changed` whether pages go on without the changes. */
  sentence: string
}

/** More than so many of a kind are counted instead of named. */
const namedOfKind = 2

const kinds: readonly TroubleKind[] = ['blocked', 'due', 'silent', 'unseen', 'changed']

export const groupTroubles = (troubles: readonly NudgeTrouble[]): HomeProblem[] =>
  kinds.flatMap((kind) =>
    (['popup', 'inline'] as const).flatMap((surface) => {
      const found = troubles.filter((one) => one.kind === kind && one.surface === surface)
      if (found.length <= namedOfKind) return found.map(sayOne)
      return [sayAll({ kind, surface }, found.length)]
    }),
  )

const weights = {
  ...{ blocked: 'stop', due: 'stop', silent: 'stop', unseen: 'stop', changed: 'note' },
} as const satisfies Record<TroubleKind, HomeProblem['weight']>

const actions = {
  blocked: 'Put it right',
  due: 'Put it right',
  silent: 'Look at its data',
  unseen: 'Look at its pages',
  changed: 'Review the changes',
} as const satisfies Record<TroubleKind, string>

const sayOne = ({ kind, uuid, name, sentence }: NudgeTrouble): HomeProblem => ({
  sentence: `“${name}” ${sentence}`,
  ...{ to: `/nudges/${uuid}`, action: actions[kind], weight: weights[kind] },
})

const allWords = {
  blocked: 'are on, and could not be published as they are',
  due: 'are to be published soon, and can’t be as they are',
  silent: 'are on and have nothing to tell',
  unseen: 'are on and were not shown for a week, though your pages were visited',
  changed: 'have changes that no page is told',
} as const satisfies Record<TroubleKind, string>

/** The list's own filters; what it can't filter leads to all of them. */
const filters: Record<TroubleKind, string> = {
  blocked: '?problem=blocked',
  due: '?state=scheduled',
  silent: '?problem=silent',
  unseen: '?state=on',
  changed: '?state=changed',
}

function sayAll(
  { kind, surface }: { kind: TroubleKind; surface: 'popup' | 'inline' },
  count: number,
): HomeProblem {
  const what = surface === 'popup' ? 'popup nudges' : 'inline nudges'
  const list = surface === 'popup' ? '/popup-nudges/list' : '/inline-nudges'
  return {
    sentence: `${count.toLocaleString('en')} ${what} ${allWords[kind]}.`,
    ...{ to: `${list}${filters[kind]}`, action: 'Show them', weight: weights[kind] },
  }
}
