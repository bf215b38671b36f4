/** What stands in the fields of a goal right now: its other parts follow it. */
import type { GoalKind, GoalMatch } from '#app/contract/goals.ts'
import type { GoalDraft } from '#app/domain/goals/goal-words.ts'

export type GoalFormValues = {
  kind: GoalKind
  match: GoalMatch
  pattern: string
  selector: string
  worth: 'told' | 'fixed'
}

type Known = Pick<GoalDraft, 'kind' | 'match' | 'pattern' | 'selector'> & { isFixed: boolean }

export const goalFormValuesOf = ({
  kind,
  match,
  pattern,
  selector,
  isFixed,
}: Known): GoalFormValues => ({
  ...{ kind, match, pattern, selector },
  worth: isFixed ? 'fixed' : 'told',
})

/** @param before stands for fields that are not drawn: those of other kinds */
export function readGoalFormValues(data: FormData, before: GoalFormValues): GoalFormValues {
  const read = <Name extends keyof GoalFormValues>(name: Name): GoalFormValues[Name] => {
    const value = data.get(name)
    // The selects offer nothing else, and the other fields are any text.
    return typeof value === 'string' ? (value as GoalFormValues[Name]) : before[name]
  }
  return {
    kind: read('kind'),
    match: read('match'),
    pattern: read('pattern'),
    selector: read('selector'),
    worth: read('worth'),
  }
}
