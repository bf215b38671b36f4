/** Goals in API responses: an allow list of fields, never whole rows. */
import type { GoalAnswer } from '#app/contract/goals.ts'
import { type Goal } from '#app/domain/goals/goal.ts'
import { fromCents } from '#app/lib/money.ts'

export const describeGoal = (goal: Goal): GoalAnswer => ({
  uuid: goal.uuid,
  name: goal.name,
  kind: goal.kind,
  match: goal.match,
  pattern: goal.pattern,
  selector: goal.selector,
  value: fromCents(goal.valueCents),
  currency: goal.currency,
  is_repeatable: goal.isRepeatable,
  is_active: goal.isActive,
  created_at: goal.createdAt.toISOString(),
})
