/** Applies groups of a log to the database, each once, whatever fails on the way. */
import type pg from 'pg'
import { queryRepeatedly } from '#app/db/query-repeatedly.server.ts'
import type { EventGroup, EventLog, GroupBatch, GroupPlace } from './event-log.ts'
import { ensurePartitions, isPartitionMissing } from '../partitions.server.ts'
import type { StoreOutcome } from '../store-events.server.ts'
import { applyStatement } from './apply-statement.ts'

type Target = { pool: pg.Pool; stream: string }

/** Groups as one text. */
type Part = { from: number; to: number; body: string; at: number }

type Row = {
  site_id: string | null
  id: string | null
  place: number | null
  fate: StoreOutcome | 'moved' | 'chosen' | 'near_limit'
}

export type Applied = {
  /** By the event's place in the groups, from 1 on: why it wasn't stored. */
  refused: ReadonlyMap<number, StoreOutcome>
  /** By place, as far as outcomes were wanted: events without one are duplicates. */
  stored: ReadonlyMap<number, StoreOutcome>
  /** A team has used nearly all units of its plan. */
  isNearLimit: boolean
}

/** Longer than the pool lets a statement run, so only for a server that doesn't answer. A retry is harmless. */
const answerMillis = 15_000

/**
 * @returns null when the stream's cursor isn't where the groups begin; nothing was stored then
 * @throws the driver's error; whether the groups were stored is unknown
 */
export async function applyGroups(
  target: Target,
  { from, to, groups }: Omit<GroupBatch, 'isFull'>,
  wantsOutcomes: boolean,
): Promise<Applied | null> {
  const body = groups.map((group) => group.body).join(',')
  return applyPart(target, { from, to, body, at: latestOf(groups) }, wantsOutcomes)
}

const latestOf = (groups: readonly EventGroup[]) => Math.max(...groups.map(({ at }) => at))

async function applyPart(
  { pool, stream }: Target,
  part: Part,
  wantsOutcomes: boolean,
): Promise<Applied | null> {
  const query = { ...queryOf(stream, part, wantsOutcomes), query_timeout: answerMillis }
  const rows = await queryRepeatedly<Row>(pool, query, async (error) => {
    if (!isPartitionMissing(error)) return false
    await ensurePartitions(pool, ...daysOf(part.body))
    return true
  })
  return appliedOf(rows)
}

const queryOf = (stream: string, { from, to, body, at }: Part, wantsOutcomes: boolean) => ({
  name: 'apply_events',
  text: applyStatement,
  values: [`[${body}]`, stream, from, to, new Date(at), wantsOutcomes],
})

function appliedOf(rows: readonly Row[]): Applied | null {
  const refused = new Map<number, StoreOutcome>()
  const stored = new Map<number, StoreOutcome>()
  const places = new Map<string, number>()
  let hasMoved = false
  let isNearLimit = false
  for (const { site_id: siteId, id, place, fate } of rows) {
    const key = `${String(siteId)} ${String(id)}`
    if (fate === 'moved') hasMoved = true
    else if (fate === 'near_limit') isNearLimit = true
    else if (fate === 'chosen') places.set(key, place ?? 0)
    else if (place !== null) refused.set(place, fate)
    else stored.set(places.get(key) ?? 0, fate)
  }
  return hasMoved ? { refused, stored, isNearLimit } : null
}

/** Only when a day has no partition: texts are never parsed otherwise. */
function daysOf(body: string): [Date, Date] {
  const events = parseEvents(body)
  const times = events.map(({ received_at: at }) => new Date(at).getTime())
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}

const parseEvents = (body: string) => JSON.parse(`[${body}]`) as { received_at: string }[]

/**
 * Whether the database refuses the data itself, so that a retry fails as well: PostgreSQL's classes 21
 * (cardinality), 22 (data), 23 (integrity) and 54 (limits), appendix A.
 */
export const isRefusedData = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(?:21|22|23|54)/.test(error.code)

/**
 * Applies one group without the events that the database refuses, which are set aside first.
 *
 * @returns how many were set aside; null when the cursor isn't where the group begins
 */
export async function applyWithoutRefused(
  target: Target,
  group: EventGroup & { n: number },
  log: Pick<EventLog, 'setAside'>,
): Promise<number | null> {
  const { n, at } = group
  const partOf = (events: readonly unknown[]): Part => {
    const body = events.map((event) => JSON.stringify(event)).join(',')
    return { from: n - 1, to: n, body, at }
  }
  const events = parseEvents(group.body)
  const refused = new Map<unknown, string>()

  /** Tries events without keeping anything. */
  async function search(some: readonly unknown[]): Promise<void> {
    const error = await tryOut(target, partOf(some))
    if (!error) return
    if (some.length === 1) {
      refused.set(some[0], error.message)
      return
    }
    const half = Math.ceil(some.length / 2)
    await search(some.slice(0, half))
    await search(some.slice(half))
  }
  await search(events)

  const place: GroupPlace = { stream: target.stream, n }
  for (const [event, reason] of refused) await log.setAside(place, { reason, events: [event] })
  const rest = events.filter((event) => !refused.has(event))
  return (await applyPart(target, partOf(rest), false)) && refused.size
}

/** @returns why the database refuses events; null: it doesn't */
async function tryOut({ pool, stream }: Target, part: Part): Promise<Error | null> {
  const query = { ...queryOf(stream, part, false), query_timeout: answerMillis }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(query)
    return null
  } catch (error) {
    if (!isRefusedData(error) || isPartitionMissing(error)) throw error
    return error
  } finally {
    const release = (isBroken: boolean) => {
      client.release(isBroken)
    }
    await client.query('rollback').then(
      () => {
        release(false)
      },
      () => {
        release(true)
      },
    )
  }
}
