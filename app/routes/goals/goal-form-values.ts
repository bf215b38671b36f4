/** Current values of a goal's fields, which other parts of the form depend on. */
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
  kind,
  match,
  pattern,
  selector,
  worth: isFixed ? 'fixed' : 'told',
})

/** @param before values of fields that aren't rendered, because they belong to other kinds */
export function readGoalFormValues(data: FormData, before: GoalFormValues): GoalFormValues {
  const read = <Name extends keyof GoalFormValues>(name: Name): GoalFormValues[Name] => {
    const value = data.get(name)
    // Selects contain no other values, and all other fields are text.
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
