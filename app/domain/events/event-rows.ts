/** Turns an event into rows: the event itself, and the goals that the visit's path reaches. */
import type { OrderEvent, PixelEvent, StoredPixelEvent } from '#app/contract/pixel-events.ts'
import { matchesUrl } from '#app/domain/goals/matches-url.ts'
import type { KnownGoal } from '#app/domain/sites/known-site.server.ts'
import type { EventRow, GoalReached } from './store-events.server.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import { toCents } from '#app/lib/money.ts'
import { shortIdOf } from '#app/lib/short-id.ts'

/** Values shared by all events of a visitor in a report. */
export type EventContext = Pick<
  EventRow,
  'siteId' | 'device' | 'country' | 'visitor' | 'arm' | 'assignment' | 'outcome' | 'receivedAt'
>

/** The first row is the event itself and determines its outcome. */
export function rowsOf(
  event: StoredPixelEvent,
  context: EventContext,
  goals: readonly KnownGoal[],
): [EventRow, ...EventRow[]] {
  // Field by field, because this runs for every event and spreading takes three times as long.
  const row: EventRow = {
    siteId: context.siteId,
    device: context.device,
    country: context.country,
    visitor: context.visitor,
    arm: context.arm,
    assignment: context.assignment,
    outcome: context.outcome,
    receivedAt: context.receivedAt,
    id: event.id,
    type: event.type,
    nudge: 'nudge' in event && event.nudge !== undefined ? shortIdOf(event.nudge) : null,
    claim: 'claim' in event ? shortIdOf(event.claim) : null,
    page: event.page,
    product: 'product' in event ? (event.product ?? null) : null,
    goal: event.type === 'goal' ? reachedBy(event, context, goals) : null,
    reason: event.type === 'not_shown' ? event.reason : '',
    amount: event.type === 'not_shown' ? event.count : 1,
  }
  if (event.type !== 'visit' || goals.length === 0) return [row]

  return [
    row,
    ...reachedByPath(event, goals).map((goal) => ({
      ...row,
      // Ids of page events can't contain a colon.
      id: `${event.id}:${String(goal.id)}`,
      type: 'goal' as const,
      goal: toGoalReached(goal, keyOf(goal, event.id, context.visitor), {}),
    })),
  ]
}

/** Conversions of the goals that count orders. */
export const orderRowsOf = (
  { id, page, order, value, currency }: OrderEvent,
  context: EventContext,
  goals: readonly KnownGoal[],
): EventRow[] =>
  goals
    .filter(({ kind }) => kind === 'order')
    .map((goal) => {
      const reached = { page, goal: goal.uuid, order, value, currency }
      // Ids of page events can't contain a colon.
      const event = { ...reached, id: `${id}:${String(goal.id)}`, type: 'goal' as const }
      return rowsOf(event, context, goals)[0]
    })

/** Which of the goals an event of an unknown visitor reaches. */
export function goalsReached(event: PixelEvent, goals: readonly KnownGoal[]): GoalReached[] {
  const visitor = Buffer.alloc(0)
  if (event.type === 'goal') {
    const reached = reachedBy(event, { visitor }, goals)
    return reached ? [reached] : []
  }
  if (event.type !== 'visit') return []
  return reachedByPath(event, goals).map((goal) =>
    toGoalReached(goal, keyOf(goal, event.id, visitor), {}),
  )
}

const reachedByPath = ({ page }: Pick<PixelEvent, 'page'>, goals: readonly KnownGoal[]) =>
  goals.filter((goal) => goal.kind === 'url' && matchesUrl(page, goal))

type GoalEvent = Extract<StoredPixelEvent, { type: 'goal' }>

function reachedBy(
  { id, goal: uuid, order, value, currency }: GoalEvent,
  { visitor }: Pick<EventContext, 'visitor'>,
  goals: readonly KnownGoal[],
): GoalReached | null {
  const goal = goals.find((one) => one.uuid === uuid.toLowerCase())
  if (!goal) return null
  const uniqueKey = order === undefined ? keyOf(goal, id, visitor) : orderKey(order)
  return toGoalReached(goal, uniqueKey, { value, currency })
}

const keyOf = ({ isRepeatable }: KnownGoal, eventId: string, visitor: Buffer) =>
  isRepeatable ? `event:${eventId}` : `visitor:${visitor.toString('hex')}`

type Worth = { value?: number | undefined; currency?: string | undefined }

/** The goal's value takes precedence, because the owner set it. */
function toGoalReached(
  goal: KnownGoal,
  uniqueKey: string,
  { value, currency }: Worth,
): GoalReached {
  const reportedCents = currency === undefined ? null : toCents(value)
  return {
    goalId: goal.id,
    uniqueKey,
    amountCents: goal.valueCents ?? reportedCents,
    currency:
      goal.valueCents === null
        ? reportedCents === null
          ? null
          : (currency ?? null)
        : goal.currency,
  }
}
