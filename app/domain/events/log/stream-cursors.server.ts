/** How far streams of a log are applied, as the database has it. */
import { and, gt, isNull, lt, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queries } from '#app/db/db.ts'
import { eventStreams } from '#app/db/schema/events.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { AppliedPlaces } from './trim-log.server.ts'
import type { LogIdentity } from './event-log.ts'

/**
 * Whether a log's events are for this database: it knows the log, or the log is new. Otherwise they are of
 * another database's sites, which may have the same numbers.
 *
 * The process' row holds up days from here on, since streams may have none before they are applied.
 */
export async function registerLog(
  pool: pg.Pool,
  { id, node, hasEarlier }: LogIdentity,
  at: Date,
): Promise<boolean> {
  if (node !== id) {
    const isKnown = await registerShared(pool, { id, hasEarlier }, at)
    return isKnown && openRow(pool, { id: node, mayBeNew: true }, at)
  }
  return openRow(pool, { id, mayBeNew: !hasEarlier }, at)
}

/** @returns false when the row has to be there, and isn't */
async function openRow(
  pool: pg.Pool,
  { id, mayBeNew }: { id: string; mayBeNew: boolean },
  at: Date,
): Promise<boolean> {
  // A row without an end is from a process that died. Events may be left in streams that have no row yet.
  const opened = `counted_until = case when event_streams.ended_at is null
      then event_streams.counted_until else $2::timestamptz end,
    ended_at = null`
  if (!mayBeNew) {
    const known = await pool.query(`update event_streams set ${opened} where id = $1`, [id, at])
    return known.rowCount === 1
  }
  await pool.query(
    `insert into event_streams (id, n, counted_until) values ($1, 0, $2)
     on conflict (id) do update set ${opened}`,
    [id, at],
  )
  return true
}

/** The row of a log that several processes have holds nothing up: each of them has a row. */
async function registerShared(
  pool: pg.Pool,
  { id, hasEarlier }: Pick<LogIdentity, 'id' | 'hasEarlier'>,
  at: Date,
): Promise<boolean> {
  if (!hasEarlier) {
    await pool.query(
      `insert into event_streams (id, n, counted_until, ended_at) values ($1, 0, $2, $2)
       on conflict do nothing`,
      [id, at],
    )
  }
  const known = await pool.query('select from event_streams where id = $1', [id])
  return known.rowCount === 1
}

/**
 * Moves the log's row on, when each of its streams has one, so that days wait for those.
 *
 * @param to.until events received before it are in streams that were there when these were listed
 */
export async function moveLog(
  pool: pg.Pool,
  { id, streams }: { id: string; streams: readonly string[] },
  to: { until: Date; endedAt: Date | null },
): Promise<void> {
  await pool.query(
    `update event_streams set counted_until = greatest(counted_until, $3), ended_at = $4,
       waiting_since = case when $4::timestamptz is null then waiting_since end
     where id = $1 and cardinality($2::uuid[]) =
       (select count(*) from event_streams where id = any($2::uuid[]))`,
    [id, streams, to.until, to.endedAt],
  )
}

/** @param since when the oldest event of the log was received that waits for long */
export async function writeWaiting(pool: pg.Pool, id: string, since: Date | null): Promise<void> {
  await pool.query('update event_streams set waiting_since = $2 where id = $1', [id, since])
}

/**
 * Number of the last group of a stream that is applied.
 *
 * @param since a stream that is new has nothing older
 */
export async function readCursor(pool: pg.Pool, stream: string, since: Date): Promise<number> {
  await pool.query(
    `insert into event_streams (id, n, counted_until) values ($1, 0, $2) on conflict do nothing`,
    [stream, since],
  )
  return (await readCursors(pool, [stream])).get(stream) ?? 0
}

/** By stream. Streams without a row have none. */
async function readCursors(
  pool: pg.Pool,
  streams: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; n: string }>(
    'select id, n from event_streams where id = any($1)',
    [streams],
  )
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}

/** Streams of which the database has applied less than this process knows, as after a failover. */
export async function findLost(
  pool: pg.Pool,
  { open, finished }: AppliedPlaces,
): Promise<{ stream: string; n: number; left: number }[]> {
  const known = new Map([...finished, ...[...open].map(([stream, { n }]) => [stream, n] as const)])
  const cursors = await readCursors(pool, [...known.keys()])
  return [...known].flatMap(([stream, n]) => {
    const left = cursors.get(stream) ?? 0
    return left < n ? [{ stream, n, left }] : []
  })
}

/**
 * A log that wasn't applied for longer won't return, and its events are counted in no day that is closed by
 * then.
 */
const lostMillis = 7 * dayMillis

/** Logs and streams that may have events which aren't applied yet. */
export const isOpen = (at: Date) =>
  and(
    isNull(eventStreams.endedAt),
    gt(eventStreams.countedUntil, new Date(at.getTime() - lostMillis)),
  )

/** Whether a node's log may have events that aren't applied yet. @param until only of before it */
export async function isLogged(queries: Queries, at: Date, until?: Date): Promise<boolean> {
  const before = until && lt(eventStreams.countedUntil, until)
  return (await queries.$count(eventStreams, and(isOpen(at), before))) > 0
}

/**
 * Waits for statements that are applying events, and holds later ones back until the end of the transaction. Those
 * see what it stored: a statement that waits for a table chooses what it sees afterwards, one that waits for a row
 * has done so before.
 */
export const waitForApplied = (tx: Queries): Promise<unknown> =>
  tx.execute(sql`lock table ${eventStreams} in share row exclusive mode`)

/** @returns whether it wasn't ended before */
export async function endCursor(pool: pg.Pool, stream: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update event_streams set ended_at = $2 where id = $1 and ended_at is null',
    [stream, at],
  )
  return rowCount === 1
}

/** Passes over groups that are given up. @returns false when the cursor isn't where they begin */
export async function moveCursorTo(
  pool: pg.Pool,
  stream: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update event_streams set n = $3 where id = $1 and n = $2',
    [stream, from, to],
  )
  return rowCount === 1
}

/** A day can close although these streams have received nothing since. */
export async function moveIdle(
  pool: pg.Pool,
  streams: readonly string[],
  until: Date,
): Promise<void> {
  await pool.query(
    `update event_streams set counted_until = $2
     where id = any($1) and ended_at is null and counted_until < $2`,
    [streams, until],
  )
}
