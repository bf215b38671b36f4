/** Rules about goals that need no database. */
import type { GoalInput, GoalKind, GoalMatch } from '#app/contract/goals.ts'
import { toCents } from '#app/lib/money.ts'

/** Per site. Every event is compared with each goal, so more would slow down collection. */
export const maxGoals = 50

export type Goal = {
  id: number
  uuid: string
  name: string
  kind: GoalKind
  match: GoalMatch | null
  pattern: string | null
  selector: string | null
  valueCents: number | null
  currency: string | null
  isRepeatable: boolean
  isActive: boolean
  createdAt: Date
  /** When a test tab last reached it, and what that was worth. A test is no conversion. */
  testedAt: Date | null
  testedCents: number | null
  testedCurrency: string | null
}

/** Only visitors reach it: a shop's server can't report it. */
export const isReachedOnPages = ({ kind }: Pick<Goal, 'kind'>): boolean =>
  kind === 'url' || kind === 'click' || kind === 'form'

/** The owner's settings of a goal. */
export type GoalSettings = Pick<
  Goal,
  | 'name'
  | 'match'
  | 'pattern'
  | 'selector'
  | 'valueCents'
  | 'currency'
  | 'isRepeatable'
  | 'isActive'
>

export const settingsOf = (input: GoalInput): GoalSettings => ({
  name: input.name,
  match: input.kind === 'url' ? input.match : null,
  pattern: input.kind === 'url' ? input.pattern : null,
  selector: 'selector' in input ? input.selector : null,
  valueCents: toCents(input.value),
  currency: input.currency ?? null,
  isRepeatable: input.is_repeatable,
  isActive: input.is_active,
})

/** The goal's value takes precedence, because the owner set it. */
export function worthOf(
  goal: Pick<Goal, 'valueCents' | 'currency'>,
  reported: { value?: number | null | undefined; currency?: string | null | undefined },
): { amountCents: number | null; currency: string | null } {
  if (goal.valueCents !== null) return { amountCents: goal.valueCents, currency: goal.currency }
  if (reported.value == null || reported.currency == null)
    return { amountCents: null, currency: null }
  return { amountCents: toCents(reported.value), currency: reported.currency }
}

/** An order counts once, whether the page reports it, the shop's server, or both. */
export const orderKey = (order: string) => `order:${order}`

/** The key of an order whose number another account had first. */
export const orderKeyOf = (account: string, order: string) => orderKey(`${order} of ${account}`)
