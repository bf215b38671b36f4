/**
 * Leases by which processes share the streams of a log: each stream is applied by one of them. By the
 * database's clock, because those of nodes differ.
 *
 * A lease saves work and decides nothing: a process that lost one without seeing it, because it was paused,
 * moves no cursor that another has moved.
 */
import type pg from 'pg'
import { secondMillis } from '#app/lib/time.ts'
import { every } from './turns.ts'

export const defaultTimes = {
  /** A process that renews nothing for so long has ended, as far as others can know. */
  leaseMillis: 6 * secondMillis,
  renewMillis: 2 * secondMillis,
}

export type LeaseTimes = typeof defaultTimes

export type Leases = {
  /** Shows other processes that this one runs. Repeated calls do nothing. @throws the driver's error */
  join: () => Promise<void>
  /** Notes a stream that this process has leased in a statement with `leasedUntil`. */
  add: (stream: string) => void
  /** Leases streams that may be new, when no other process has. @throws the driver's error */
  offer: (streams: readonly string[]) => Promise<void>
  /**
   * Takes streams of processes that ended, up to this process' share, and gives up what is beyond it.
   *
   * @param streams.fixed streams that this process keeps in any case
   * @param streams.unreadable streams that it leaves to others. None by default
   * @returns streams that this process has, those that it added included
   * @throws the driver's error; the next call goes on
   */
  share: (
    streams: { fixed: readonly string[]; unreadable?: readonly string[] },
    at: Date,
  ) => Promise<readonly string[]>
  /** A stream that is removed needs no lease. */
  remove: (stream: string) => Promise<void>
  /** Leaves all streams to others. Doesn't throw: a lease that can't be ended runs out. */
  leave: () => Promise<void>
}

type Options = {
  pool: pg.Pool
  /** UUID of this process. */
  holder: string
  now: () => Date
  /** Called for a stream that another process has taken, perhaps because this one was paused. */
  onLost: (stream: string) => void
  times?: LeaseTimes | undefined
}

/** @param millis from now on */
export const leasedUntil = (millis: string) =>
  `clock_timestamp() + ${millis} * interval '1 millisecond'`

export function createLeases({
  pool,
  holder,
  now,
  onLost,
  times: { leaseMillis: millis, renewMillis } = defaultTimes,
}: Options): Leases {
  /** Epochs by stream. */
  const held = new Map<string, number>()
  let joined: Promise<void> | null = null
  let stop: () => void = () => undefined
  let renewing: Promise<void> = Promise.resolve()
  let hasLeft = false

  async function announce(): Promise<void> {
    await pool.query(
      `insert into event_leases (stream, holder, epoch, until) values ($1, $1, 1, ${leasedUntil('$2::int')})
       on conflict (stream) do update set until = excluded.until`,
      [holder, millis],
    )
  }

  async function renew(): Promise<void> {
    const streams = [holder, ...held.keys()]
    const epochs = [1, ...held.values()]
    const { rows } = await pool.query<{ stream: string }>(
      `update event_leases set until = ${leasedUntil('$2::int')}
       where holder = $1 and (stream, epoch) in (select * from unnest($3::uuid[], $4::bigint[]))
       returning stream`,
      [holder, millis, streams, epochs],
    )
    const renewed = new Set(rows.map(({ stream }) => stream))
    if (hasLeft) return
    if (!renewed.has(holder)) await rejoin()
    for (const [at, stream] of streams.entries()) {
      if (renewed.has(stream) || held.get(stream) !== epochs[at]) continue
      held.delete(stream)
      onLost(stream)
    }
  }

  /** Others took this process for one that ended, and ended its row. */
  async function rejoin(): Promise<void> {
    await announce()
    await pool.query(
      `update event_streams set ended_at = null, counted_until = greatest(counted_until, $2)
       where id = $1`,
      [holder, now()],
    )
  }

  /** The rows of processes that ended hold nothing up any more. Their streams have rows. */
  const endGone = (at: Date) =>
    pool.query(
      `with gone as (
         delete from event_leases where stream = holder and until < clock_timestamp() and stream <> $1
         returning stream
       )
       update event_streams set ended_at = $2, waiting_since = null
       where id in (select stream from gone) and ended_at is null`,
      [holder, at],
    )

  /** How many streams each process should have. */
  async function countShare(): Promise<number> {
    const { rows } = await pool.query<{ share: number }>(
      `select ceil(count(*) filter (where stream <> holder)
         / greatest(1, count(*) filter (where stream = holder and until >= clock_timestamp()))::float8)::int
         as share
       from event_leases`,
    )
    return rows[0]?.share ?? 0
  }

  async function take(most: number, unreadable: readonly string[]): Promise<void> {
    const { rows } = await pool.query<{ stream: string; epoch: string }>(
      `with expired as materialized (
         select stream from event_leases where until < clock_timestamp() and stream <> holder
           and stream <> all($4::uuid[])
         order by stream limit $3 for update skip locked
       )
       update event_leases set holder = $1, epoch = epoch + 1, until = ${leasedUntil('$2::int')}
       where stream in (select stream from expired)
       returning stream, epoch`,
      [holder, millis, most, unreadable],
    )
    for (const { stream, epoch } of rows) held.set(stream, Number(epoch))
  }

  async function giveUp(streams: readonly string[]): Promise<void> {
    for (const stream of streams) held.delete(stream)
    await pool.query(
      `update event_leases set until = '-infinity' where holder = $1 and stream = any($2)`,
      [holder, streams],
    )
  }

  return {
    join() {
      joined ??= announce().then(
        () => {
          // A lease that isn't renewed for a moment is still held, so a failure is no news.
          stop = every(renewMillis, () => (renewing = renew().catch(() => undefined)))
        },
        (error: unknown) => {
          joined = null
          throw error
        },
      )
      return joined
    },
    add(stream) {
      held.set(stream, 1)
    },
    async offer(streams) {
      await pool.query(
        `insert into event_leases (stream, holder, epoch, until)
         select stream, $1, 1, '-infinity' from unnest($2::uuid[]) as stream
         on conflict do nothing`,
        [holder, streams],
      )
    },
    async share({ fixed, unreadable = [] }, at) {
      await endGone(at)
      const share = await countShare()
      const most = share - held.size
      if (most > 0) await take(most, unreadable)
      if (most < 0) {
        const staying = new Set(fixed)
        await giveUp([...held.keys()].filter((stream) => !staying.has(stream)).slice(most))
      }
      return [...held.keys()]
    },
    async remove(stream) {
      held.delete(stream)
      await pool.query('delete from event_leases where stream = $1 and holder = $2', [
        stream,
        holder,
      ])
    },
    async leave() {
      stop()
      hasLeft = true
      await renewing
      held.clear()
      const left = pool.query(
        `with gone as (delete from event_leases where stream = $1)
         update event_leases set until = '-infinity' where holder = $1 and stream <> $1`,
        [holder],
      )
      await left.catch(() => undefined)
    },
  }
}
