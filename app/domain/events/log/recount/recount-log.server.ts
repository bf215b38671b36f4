/** Counts the events of the log a second time, into an empty copy of the tables, and compares the sums. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import { counters } from '../../counters.ts'
import { compareSums, differenceOf, type CountDifference } from '../../recount.server.ts'
import { parseEvents } from '../apply-groups.server.ts'
import {
  LogGap,
  type EventLog,
  type KeptStream,
  type NumberedGroup,
  type StreamReader,
} from '../event-log.ts'
import { createCopy, storeInCopy } from './log-copy.server.ts'

export type LogRecount = {
  /** Sums that begin earlier aren't compared. */
  since: Date
  /** Events that were counted again. */
  events: number
  differences: CountDifference[]
}

/** Events in one statement. */
const mostAtOnce = 2_000

/** Groups that are read in one go, in events. */
const readAtOnce = 500

/** A group may have events that were received before those of the group in front of it. */
const outOfOrderMillis = 5 * secondMillis

type Cursor = { n: number; until: number }

/** `n`: number of the last group that was read. `to`: of the last one that was applied. */
type OpenStream = {
  stream: string
  reader: StreamReader
  n: number
  to: number
  ahead: NumberedGroup[]
}

/**
 * @param since only events from then on, at the start of an hour (UTC). Absent: from the first whole hour on
 *   of which the log has all events
 * @returns null when the log has no such hour
 * @throws LogGap when an applied group is damaged or missing by now
 */
export async function recountFromLog(
  { db }: Pick<Services, 'db'>,
  log: Pick<EventLog, 'kept' | 'read'>,
  since?: Date,
): Promise<LogRecount | null> {
  return db.longTransaction(async (tx) => {
    // Cursors and sums of one moment: all events up to the cursors are in the sums, and no others.
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const cursors = await readCursors(tx)
    const kept = await log.kept()
    const streams = await openStreams(log, kept, cursors)
    try {
      const from = since ?? firstWholeHour(streams, kept, cursors)
      if (!from) return null
      for (const [index, { stored }] of counters.entries()) {
        const name = sql.raw(`stored_${String(index)}`)
        await tx.execute(
          sql`create temporary table ${name} on commit drop as select * from (${stored}) as stored`,
        )
      }
      await createCopy(tx, from)
      const events = await replay(tx, streams, from)
      return { since: from, events, differences: await compare(tx, from) }
    } finally {
      for (const { reader } of streams) await reader.close()
    }
  })
}

async function readCursors(tx: Queries): Promise<ReadonlyMap<string, Cursor>> {
  const { rows } = await tx.execute<{ id: string; n: string; until: string }>(sql`
    select id, n, (extract(epoch from counted_until) * 1000)::bigint as until
    from event_streams where n > 0`)
  return new Map(rows.map(({ id, n, until }) => [id, { n: Number(n), until: Number(until) }]))
}

async function openStreams(
  log: Pick<EventLog, 'read'>,
  kept: readonly KeptStream[],
  cursors: ReadonlyMap<string, Cursor>,
): Promise<OpenStream[]> {
  const streams: OpenStream[] = []
  for (const { stream, from } of kept) {
    const to = cursors.get(stream)?.n ?? 0
    if (to <= from) continue
    const opened = { stream, reader: log.read(stream, from), n: from, to, ahead: [] }
    streams.push(opened)
    await fill(opened)
  }
  return streams
}

/** Reads on when nothing is ahead. @throws LogGap */
async function fill(opened: OpenStream): Promise<void> {
  const { stream, reader, ahead, n, to } = opened
  if (ahead.length > 0 || n >= to) return
  const batch = await reader.read(readAtOnce)
  if (!batch) throw new LogGap(`The log ${stream} ends in front of group ${String(n + 1)}.`)
  opened.n = batch.to
  opened.ahead = batch.groups.filter((group) => group.n <= to)
}

/** From it on, nothing was stored without the log, and nothing of the log was removed, as far as that shows. */
function firstWholeHour(
  streams: readonly OpenStream[],
  kept: readonly KeptStream[],
  cursors: ReadonlyMap<string, Cursor>,
): Date | null {
  const begins = streams.flatMap(({ ahead: [first] }) => (first ? [first] : []))
  if (begins.length === 0) return null
  const known = new Set(kept.map(({ stream }) => stream))
  const removed = [...cursors]
    .filter(([stream]) => !known.has(stream))
    .map(([, { until }]) => until)
  const cut = begins.filter(({ n }) => n > 1).map(({ at }) => at)
  const earliest = Math.min(...begins.map(({ at }) => at))
  const from = Math.max(earliest, ...removed, ...cut) + outOfOrderMillis
  return new Date(Math.ceil(from / hourMillis) * hourMillis)
}

/** In the order in which groups were received, which is nearly that in which they were applied. */
async function replay(tx: Queries, streams: readonly OpenStream[], from: Date): Promise<number> {
  let events = 0
  let gathered: string[] = []
  let size = 0
  const flush = async () => {
    if (gathered.length > 0) await storeInCopy(tx, gathered.join(','))
    gathered = []
    size = 0
  }
  for (;;) {
    const next = earliestOf(streams)
    const group = next?.ahead.shift()
    if (!next || !group) break
    await fill(next)
    const { body, count } = behind(group, from)
    if (count === 0) continue
    if (size + count > mostAtOnce) await flush()
    gathered.push(body)
    size += count
    events += count
  }
  await flush()
  return events
}

function earliestOf(streams: readonly OpenStream[]): OpenStream | undefined {
  const waiting = streams.filter(({ ahead }) => ahead.length > 0)
  const atOf = ({ ahead: [first] }: OpenStream) => first?.at ?? Infinity
  return waiting.reduce<OpenStream | undefined>(
    (earliest, stream) => (earliest && atOf(earliest) <= atOf(stream) ? earliest : stream),
    undefined,
  )
}

/** A group without its events from before a moment. */
function behind({ at, body, events }: NumberedGroup, from: Date): { body: string; count: number } {
  if (at >= from.getTime()) return { body, count: events }
  const left = parseEvents(body).filter(({ received_at }) => new Date(received_at) >= from)
  return { body: left.map((event) => JSON.stringify(event)).join(','), count: left.length }
}

async function compare(tx: Queries, from: Date): Promise<CountDifference[]> {
  const differences: CountDifference[] = []
  for (const [index, sum] of counters.entries()) {
    const begin = sql`${from.toISOString()}::timestamptz`
    const at = sql.raw(sum.at)
    const found = await compareSums(tx, sum, {
      stored: sql`select * from ${sql.raw(`stored_${String(index)}`)}`,
      counted: sum.stored,
      scope:
        sum.at === 'hour'
          ? sql`${at} >= ${begin}`
          : sql`${at}::timestamp >= ${begin} at time zone 'UTC'`,
    })
    differences.push(...found.map(differenceOf))
  }
  return differences
}
