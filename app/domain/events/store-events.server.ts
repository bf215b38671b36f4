/** Stores, meters and counts events in one statement. */
import type pg from 'pg'
import type { NotShownReason, PixelEventType } from '#app/contract/pixel-events.ts'
import { queryRepeatedly } from '#app/db/query-repeatedly.server.ts'
import type { Arm } from '#app/domain/allocation/assign-arm.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import type { Device } from './device.ts'
import { ensurePartitions, isPartitionMissing } from './partitions.server.ts'
import { storeStatement } from './store-statement.ts'

export type EventRow = {
  siteId: number
  /** Unique within the site. Ids of derived rows contain a colon. */
  id: string
  type: PixelEventType
  /** Short ids (app/lib/short-id.ts). */
  nudge: string | null
  claim: string | null
  page: string
  product: string | null
  goal: GoalReached | null
  reason: NotShownReason | ''
  amount: number
  device: Device
  /** ISO 3166-1 alpha-2, or empty. */
  country: string
  visitor: Buffer
  arm: Arm
  /** The visitor's variant in the running experiment. Null: not part of one. */
  assignment: VariantAssignment | null
  outcome: 'accepted' | 'bot' | 'quarantined'
  /** The server's clock. Browsers' clocks can't be trusted. */
  receivedAt: Date
  /** The traceparent of its report, in one of the report's rows. Kept in logs, and not stored. */
  cause?: string
}

export type VariantAssignment = { experimentId: number; variant: Variant }

export type GoalReached = {
  goalId: number
  /** The same key is the same conversion. */
  uniqueKey: string
  amountCents: number | null
  currency: string | null
}

/** Outcome of a row. Rows that refer to something unknown aren't stored. */
export type StoreOutcome =
  | EventRow['outcome']
  | 'over_limit'
  | 'duplicate'
  | 'unknown_site'
  | 'unknown_nudge'
  | 'unknown_claim'
  | 'unknown_goal'

type Row = { site_id: string | null; id: string; place: number | null; fate: StoreOutcome }

/**
 * Longer than any healthy batch takes. The server's statement timeout doesn't help when the server
 * hangs.
 */
const answerMillis = 5_000

/** @returns the outcome of each event, in the same order */
export async function storeEvents(pool: pg.Pool, events: EventRow[]): Promise<StoreOutcome[]> {
  const query = {
    name: 'store_events',
    text: storeStatement,
    values: [`[${textOf(events)}]`],
    query_timeout: answerMillis,
  }
  const rows = await queryRepeatedly<Row>(pool, query, async (error) => {
    if (!isPartitionMissing(error)) return false
    await ensurePartitions(pool, ...daysOf(events))
    return true
  })
  return outcomesOf(events, rows)
}

/**
 * The events as one JSON array without its brackets, so that texts are joined by a comma. Equally fast
 * to create as an array per column, and the planner expects a hundred rows instead of ten, which
 * prevents nested loop joins.
 */
export function textOf(events: readonly EventRow[]): string {
  const format = createTimeFormat()
  // Field by field, because taking a row apart and spreading its rest takes twice as long as the text.
  const text = JSON.stringify(
    events.map((event) => ({
      site_id: event.siteId,
      id: event.id,
      type: event.type,
      nudge: event.nudge,
      claim: event.claim,
      page: event.page,
      product: event.product,
      goal_id: event.goal?.goalId,
      goal_key: event.goal?.uniqueKey,
      goal_cents: event.goal?.amountCents,
      goal_currency: event.goal?.currency,
      reason: event.reason,
      amount: event.amount,
      device: event.device,
      country: event.country,
      visitor: `\\x${event.visitor.toString('hex')}`,
      arm: event.arm,
      outcome: event.outcome,
      experiment_id: event.assignment?.experimentId,
      side: event.assignment?.variant,
      received_at: format(event.receivedAt),
      cause: event.cause,
    })),
  )
  return text.slice(1, -1)
}

/** Events that follow each other often have the same time, whose text takes longer than the rest of a row. */
function createTimeFormat(): (at: Date) => string {
  let last = Number.NaN
  let text = ''
  return (at) => {
    if (at.getTime() !== last) {
      last = at.getTime()
      text = at.toISOString()
    }
    return text
  }
}

function outcomesOf(events: readonly EventRow[], rows: readonly Row[]): StoreOutcome[] {
  const stored = new Map<string, StoreOutcome>()
  const refused = new Map<number, StoreOutcome>()
  for (const { site_id: siteId, id, place, fate: outcome } of rows) {
    if (place === null) stored.set(`${String(siteId)} ${id}`, outcome)
    else refused.set(place, outcome)
  }
  return events.map(({ siteId, id }, index) => {
    // Places count from 1.
    const refusal = refused.get(index + 1)
    if (refusal) return refusal
    const key = `${String(siteId)} ${id}`
    const outcome = stored.get(key)
    // Removed when found, so that a second event with the same id is a duplicate.
    stored.delete(key)
    return outcome ?? 'duplicate'
  })
}

function daysOf(events: readonly EventRow[]): [Date, Date] {
  const times = events.map(({ receivedAt }) => receivedAt.getTime())
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}
