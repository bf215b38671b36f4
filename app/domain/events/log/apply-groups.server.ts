/** Applies groups of a log to the database, each once, whatever fails on the way. */
import type pg from 'pg'
import { queryRepeatedly } from '#app/db/query-repeatedly.server.ts'
import type { EventGroup, EventLog, GroupBatch, GroupPlace, NumberedGroup } from './event-log.ts'
import { causesIn } from '../event-causes.ts'
import { ensurePartitions, isPartitionMissing } from '../partitions.server.ts'
import type { StoreOutcome } from '../store-events.server.ts'
import { applyStatement } from './apply-statement.ts'
import { secondMillis } from '#app/lib/time.ts'
import { traced, type Tracing } from '#app/lib/tracing/tracing.ts'

export type Target = { pool: pg.Pool; stream: string }

/** Groups as one text. With equal numbers the cursor stays, so a process that ends applies them again. */
export type Part = { from: number; to: number; body: string; at: number }

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
  { tracing = null, ...target }: Target & { tracing?: Tracing | null },
  { from, to, groups }: Omit<GroupBatch, 'isFull'>,
  wantsOutcomes: boolean,
): Promise<Applied | null> {
  const bodies = groups.map((group) => group.body)
  const part = { from, to, body: bodies.join(','), at: countedUntil(groups) }
  const causes = tracing ? causesIn(bodies) : []
  return traced(tracing, { name: 'apply events', kind: 'consumer', causes }, () =>
    applyPart(target, part, wantsOutcomes),
  )
}

/**
 * A later group may have an event that was received before those of an earlier one, by as long as a report
 * waits for the log: two seconds, after which it's refused, and a busy process notices that late.
 */
const outOfOrderMillis = 5 * secondMillis

/** Every event that was received before it is in these groups or in earlier ones. */
export const countedUntil = (groups: readonly EventGroup[]) =>
  Math.max(...groups.map(({ at }) => at)) - outOfOrderMillis

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

/** Those fields of an event's text that are read here. */
export type LoggedEvent = { site_id: number; received_at: string }

export const parseEvents = (body: string) => JSON.parse(`[${body}]`) as LoggedEvent[]

const bodyOf = (events: readonly unknown[]) =>
  events.map((event) => JSON.stringify(event)).join(',')

/** A part whose events are stored without moving the cursor, which is at a number. */
const beside = (n: number, events: readonly unknown[]): Part => ({
  from: n,
  to: n,
  body: bodyOf(events),
  at: 0,
})

/** Moves the cursor over groups whose events are stored. @returns false when another process moved it */
export async function moveCursor(
  target: Target,
  { from, to, at }: Omit<Part, 'body'>,
): Promise<boolean> {
  return (await applyPart(target, { from, to, body: '', at }, false)) !== null
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** The statement took too long (57014), and didn't wait for a lock. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === '57014'

/** Another transaction holds a row that the statement needs (55P03). */
export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * Applies one group in parts, because it takes too long as a whole. A part that is applied again after a
 * crash counts nothing, since its IDs are known.
 *
 * @returns 0; null when the cursor isn't where the group begins
 * @throws the driver's error when a single event takes too long
 */
export async function applyDivided(target: Target, group: NumberedGroup): Promise<0 | null> {
  const from = group.n - 1
  async function store(events: readonly unknown[]): Promise<boolean> {
    const half = Math.ceil(events.length / 2)
    for (const some of [events.slice(0, half), events.slice(half)]) {
      if (some.length === 0) continue
      try {
        if (!(await applyPart(target, beside(from, some), false))) return false
      } catch (error) {
        if (!isTooSlow(error) || some.length === 1) throw error
        if (!(await store(some))) return false
      }
    }
    return true
  }
  if (!(await store(parseEvents(group.body)))) return null
  const hasMoved = await moveCursor(target, { from, to: group.n, at: countedUntil([group]) })
  return hasMoved ? 0 : null
}

/** Short, because others wait meanwhile. A site that is only busy is tried again soon. */
const lockMillis = 200

/**
 * Stores events without moving the cursor, and hardly waits for a lock.
 *
 * @returns null when the cursor isn't at the number, `locked` when nothing was stored because of a lock
 */
export async function storeUnlocked(
  { pool, stream }: Target,
  n: number,
  events: readonly LoggedEvent[],
): Promise<'stored' | 'locked' | null> {
  const part = beside(n, events)
  const query = { ...queryOf(stream, part, false), query_timeout: answerMillis }
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${String(lockMillis)}`)
    const applied = appliedOf((await client.query<Row>(query)).rows)
    await client.query('commit')
    return applied && 'stored'
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure))
    })
    if (isLocked(error)) return 'locked'
    throw error
  } finally {
    client.release(broken)
  }
}

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
  group: NumberedGroup,
  log: Pick<EventLog, 'setAside'>,
): Promise<number | null> {
  const { n } = group
  const partOf = (events: readonly unknown[]): Part => ({
    from: n - 1,
    to: n,
    body: bodyOf(events),
    at: countedUntil([group]),
  })
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
async function tryOut(target: Target, part: Part): Promise<Error | null> {
  const error = await tryOnce(target, part)
  if (!isPartitionMissing(error)) return error
  await ensurePartitions(target.pool, ...daysOf(part.body))
  return tryOnce(target, part)
}

async function tryOnce({ pool, stream }: Target, part: Part): Promise<Error | null> {
  const query = { ...queryOf(stream, part, false), query_timeout: answerMillis }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(query)
    return null
  } catch (error) {
    if (!isRefusedData(error)) throw error
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
