/** Groups as rows of the database. */
import { crc32 } from 'node:zlib'
import type pg from 'pg'
import { LogGap, type KeptStream, type NumberedGroup, type StreamReader } from '../event-log.ts'
import { createBatchReader } from '../group-batches.ts'

/** Longer than a healthy statement takes. The server's own limit doesn't help when the server hangs. */
const answerMillis = 5_000

/** Groups that are read in one trip. */
const readAtOnce = { groups: 500, events: 5_000 }

export type StoredGroup = NumberedGroup & { stream: string }

/** Covers everything that a row has, so that no column can change unseen. */
export const checksumOf = ({ stream, n, events, at, body }: StoredGroup): number =>
  crc32(body, crc32(`${stream} ${String(n)} ${String(events)} ${String(at)} `))

/** A group after another one that isn't there would be behind a gap. */
const insertGroup = `
insert into event_groups (stream, n, events, received_at, checksum, body)
select $1::uuid, $2::bigint, $3::int, $4::timestamptz, $5::bigint, $6::text
where $2::bigint = 1 or exists (select from event_groups where stream = $1::uuid and n = $2::bigint - 1)
on conflict do nothing`

/**
 * - `kept`: by this statement, or by one whose answer was lost.
 * - `closed`: another process has seen the end of the stream, or the group before is missing.
 */
type Kept = 'kept' | 'closed'

/** @throws the driver's error; the group may be there, now or later */
export async function storeGroup(pool: pg.Pool, group: StoredGroup): Promise<Kept> {
  const { stream, n, events, at, body } = group
  const checksum = checksumOf(group)
  const query = {
    name: 'append_events',
    text: insertGroup,
    values: [stream, n, events, new Date(at), checksum, body],
    query_timeout: answerMillis,
  }
  const { rowCount } = await pool.query(query)
  if (rowCount === 1) return 'kept'
  const { rows } = await pool.query<{ checksum: string }>(
    'select checksum from event_groups where stream = $1 and n = $2',
    [stream, n],
  )
  return Number(rows[0]?.checksum) === checksum ? 'kept' : 'closed'
}

/**
 * Takes the place behind a group, unless something is there. An append that is under way then meets it, as
 * both want the same key.
 *
 * @returns false when a group is there
 */
export async function sealStream(
  pool: pg.Pool,
  { stream, n }: { stream: string; n: number },
  at: Date,
): Promise<boolean> {
  const end = { stream, n: n + 1, events: 0, at: at.getTime(), body: '' }
  await pool.query(
    `insert into event_groups (stream, n, events, received_at, checksum, body)
     values ($1, $2, 0, $3, $4, '') on conflict do nothing`,
    [stream, end.n, at, checksumOf(end)],
  )
  const { rows } = await pool.query<{ events: number }>(
    'select events from event_groups where stream = $1 and n = $2',
    [stream, end.n],
  )
  return rows[0]?.events === 0
}

type Row = { n: string; events: number; at: string; checksum: string; body: string }

async function readGroups(pool: pg.Pool, stream: string, from: number): Promise<Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'read_logged_events',
    text: `select n, events, (extract(epoch from received_at) * 1000)::bigint as at, checksum, body
      from (
        select *, sum(events) over (order by n) as upto
        from (select * from event_groups where stream = $1 and n > $2 order by n limit $3) as next
      ) as counted
      where upto - events < $4 order by n`,
    values: [stream, from, readAtOnce.groups, readAtOnce.events],
  })
  return rows
}

/**
 * @param kept number of the last group that was acknowledged; Infinity when another process wrote, of which
 *   that isn't known
 * @param canRead number of the last group that may be read
 */
export function readStream(
  pool: pg.Pool,
  stream: string,
  { from, kept, canRead }: { from: number; kept: () => number; canRead: () => number },
): StreamReader {
  let next = from + 1
  let rows: Row[] = []

  const gap = (reason: string) =>
    new LogGap(`${stream}: group ${String(next)} of event_groups ${reason}.`)

  async function readNext(): Promise<NumberedGroup | null> {
    if (next > canRead()) return null
    if (rows.length === 0) rows = await readGroups(pool, stream, next - 1)
    const [row] = rows
    if (!row) {
      if (kept() !== Infinity && next <= kept()) throw gap('was acknowledged, and is missing')
      return null
    }
    const group = {
      n: Number(row.n),
      events: row.events,
      at: Number(row.at),
      body: row.body,
    }
    // Rows stay, so that the next call finds the gap again.
    if (group.n !== next) throw gap('is missing, and others follow')
    if (checksumOf({ ...group, stream }) !== Number(row.checksum)) throw gap('is damaged')
    // The end, behind which nothing can be.
    if (group.events === 0) return null
    rows.shift()
    next += 1
    return group
  }

  return createBatchReader({ next: readNext, close: () => Promise.resolve() })
}

const deletedAtOnce = 1_000

/** Removes groups up to a number that were received before a moment, in statements of bounded length. */
export async function deleteGroups(
  pool: pg.Pool,
  stream: string,
  { upTo, before }: { upTo: number; before: Date },
): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from event_groups where stream = $1 and n in (
         select n from event_groups
         where stream = $1 and n <= $2 and events > 0 and received_at < $3 order by n limit $4
       )`,
      [stream, upTo, before, deletedAtOnce],
    )
    if ((rowCount ?? 0) < deletedAtOnce) return
  }
}

/** The end of a stream stays: its writer may only be paused, and must not go on behind it. */
export async function hasGroups(pool: pg.Pool, stream: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from event_groups where stream = $1 and events > 0 limit 1',
    [stream],
  )
  return rowCount === 1
}

export async function listKept(pool: pg.Pool): Promise<KeptStream[]> {
  const { rows } = await pool.query<{ stream: string; before: string }>(
    'select stream, min(n) - 1 as before from event_groups where events > 0 group by stream',
  )
  return rows.map(({ stream, before }) => ({ stream, from: Number(before) }))
}
