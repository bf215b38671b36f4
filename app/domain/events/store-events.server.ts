/** Stores events, meters them and counts them, all in one statement. */
import type pg from 'pg'
import type { NotShownReason, PixelEventType } from '#app/contract/pixel-events.ts'
import type { Arm } from '#app/domain/allocation/assign-arm.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import type { Device } from './device.ts'
import { ensurePartitions, isPartitionMissing } from './partitions.server.ts'
import { storeStatement } from './store-statement.ts'

export type EventRow = {
  siteId: number
  /** Unique within the site; a row that follows from another one has a colon in it. */
  id: string
  type: PixelEventType
  /** The uuids, as the page said them. */
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
  /** The visitor's side in the experiment with a nudge that runs. Null: in none. */
  assignment: VariantAssignment | null
  outcome: 'accepted' | 'bot' | 'quarantined'
  /** The server's clock: a browser's own says nothing. */
  receivedAt: Date
}

export type VariantAssignment = { experimentId: number; variant: Variant }

export type GoalReached = {
  goalId: number
  /** The same key again is the same hit. */
  uniqueKey: string
  amountCents: number | null
  currency: string | null
}

/** What the database made of a row. Rows with something unknown are not stored. */
export type StoreOutcome =
  | EventRow['outcome']
  | 'over_limit'
  | 'duplicate'
  | 'unknown_site'
  | 'unknown_nudge'
  | 'unknown_claim'
  | 'unknown_goal'

type Row = { site_id: string | null; id: string; place: number | null; fate: StoreOutcome }

/** Longer than any healthy batch takes; the server's own limit does not help when it hangs. */
const answerMillis = 5_000

/** @returns the fate of each event, in the order given */
export async function storeEvents(pool: pg.Pool, events: EventRow[]): Promise<StoreOutcome[]> {
  const query = {
    name: 'store_events',
    text: storeStatement,
    values: [jsonOf(events)],
    query_timeout: answerMillis,
  }
  let rows: Row[]
  try {
    rows = (await pool.query<Row>(query)).rows
  } catch (error) {
    if (isPartitionMissing(error)) await ensurePartitions(pool, ...daysOf(events))
    else if (!isWorthRepeating(error)) throw error
    rows = (await pool.query<Row>(query)).rows
  }
  return outcomesOf(events, rows)
}

/**
 * One JSON text instead of an array for each column: as quick to make, and the planner then expects a
 * hundred rows instead of ten, which keeps it from joining them row by row.
 */
const jsonOf = (events: readonly EventRow[]): string =>
  JSON.stringify(
    events.map(({ goal, visitor, assignment, ...event }, place) => ({
      place,
      site_id: event.siteId,
      id: event.id,
      type: event.type,
      nudge_uuid: event.nudge,
      claim_id: event.claim,
      page: event.page,
      product: event.product,
      goal_id: goal?.goalId,
      goal_key: goal?.uniqueKey,
      goal_cents: goal?.amountCents,
      goal_currency: goal?.currency,
      reason: event.reason,
      amount: event.amount,
      device: event.device,
      country: event.country,
      visitor: `\\x${visitor.toString('hex')}`,
      arm: event.arm,
      outcome: event.outcome,
      experiment_id: assignment?.experimentId,
      side: assignment?.variant,
      received_at: event.receivedAt,
    })),
  )

function outcomesOf(events: readonly EventRow[], rows: readonly Row[]): StoreOutcome[] {
  const stored = new Map<string, StoreOutcome>()
  const refused = new Map<number, StoreOutcome>()
  for (const { site_id: siteId, id, place, fate: outcome } of rows) {
    if (place === null) stored.set(`${String(siteId)} ${id}`, outcome)
    else refused.set(place, outcome)
  }
  return events.map(({ siteId, id }, index) => {
    const refusal = refused.get(index)
    if (refusal) return refusal
    const key = `${String(siteId)} ${id}`
    const outcome = stored.get(key)
    // Taken out when found: a second event with the same id is its duplicate.
    stored.delete(key)
    return outcome ?? 'duplicate'
  })
}

function daysOf(events: readonly EventRow[]): [Date, Date] {
  const times = events.map(({ receivedAt }) => receivedAt.getTime())
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}

/**
 * A deadlock, a serialisation failure, or a site or goal that was deleted between the look-up and the
 * insert (PostgreSQL appendix A). The statement did nothing: the next one sees the new state.
 */
function isWorthRepeating(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '40P01' || error.code === '40001' || error.code === '23503')
  )
}
