/** Examples of goals for the OpenAPI document. A test checks them against the schemas. */
import type {
  conversionInput,
  GoalAnswer,
  goalChange,
  goalInput,
  goalList,
  singleConversion,
  singleGoal,
} from '#app/contract/goals.ts'
import type { z } from 'zod'

export const goalExample: z.input<typeof goalInput> = {
  kind: 'order',
  name: 'Order placed',
}

const stored: GoalAnswer = {
  uuid: 'b7f8e0f4-2f0b-4d0b-8c51-0a4f1d2e9c77',
  name: 'Order placed',
  kind: 'order',
  match: null,
  pattern: null,
  selector: null,
  value: null,
  currency: null,
  is_repeatable: false,
  is_active: true,
  created_at: '2026-03-01T08:00:00.000Z',
}

export const singleGoalExample: z.input<typeof singleGoal> = { data: stored }

export const goalListExample: z.input<typeof goalList> = { data: [stored], next_cursor: null }

export const goalChangeExample: z.input<typeof goalChange> = { name: 'Order paid' }

export const conversionExample: z.input<typeof conversionInput> = {
  id: 'payment-2001',
  order: 'order-1001',
  occurred_at: '2026-03-02T09:30:00Z',
  value: 39.5,
  currency: 'GBP',
}

export const countedExample: z.input<typeof singleConversion> = {
  data: {
    goal: 'b7f8e0f4-2f0b-4d0b-8c51-0a4f1d2e9c77',
    id: 'payment-2001',
    order: 'order-1001',
    reached_at: '2026-03-02T09:30:00.000Z',
    value: 39.5,
    currency: 'GBP',
  },
}
