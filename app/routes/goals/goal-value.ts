/** Formats the value of a goal. */
import type { Goal } from '#app/domain/goals/goal.ts'
import { formatMoney } from '#app/ui/format/format-number.ts'

type Worth = Pick<Goal, 'kind' | 'valueCents' | 'currency'>

export function formatGoalValue({ kind, valueCents, currency }: Worth): string {
  if (valueCents !== null && currency !== null) return formatMoney(valueCents, currency)
  return describeDefaultValue(kind)
}

/** The value that counts for a goal without its own value. */
export function describeDefaultValue(kind: Goal['kind']): string {
  if (kind === 'order') return 'Order total'
  return kind === 'js' ? 'Value from the event' : 'No value'
}
