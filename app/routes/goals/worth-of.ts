/** How screens write what a goal is worth. */
import type { Goal } from '#app/domain/goals/goal.ts'

/** Rounded to whole cents, as it is stored. A currency that the browser does not know stands as it is. */
export function formatMoney(cents: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`
  }
}

type Worth = Pick<Goal, 'kind' | 'valueCents' | 'currency'>

export function worthWords({ kind, valueCents, currency }: Worth): string {
  if (valueCents !== null && currency !== null) return formatMoney(valueCents, currency)
  return toldBy(kind)
}

/** What counts where the goal has no value of its own. */
export function toldBy(kind: Goal['kind']): string {
  if (kind === 'order') return 'The order’s own amount'
  return kind === 'js' ? 'What the call tells' : 'No amount'
}
