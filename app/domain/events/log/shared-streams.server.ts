/**
 * Streams of a log that all nodes can read, as the database has them: who applies which, and how long they
 * are kept.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- the name of a process, which must never repeat
import { randomUUID } from 'node:crypto'
import { secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { createLeases, leasedUntil, type LeaseTimes } from './leases.server.ts'
import type { SharedStreams } from './shared-streams.ts'

/** An event of a stream may be older than its first group by as long as a report waits for the log. */
const olderMillis = 5 * secondMillis

/** Until a lease that wasn't renewed yet can be taken. */
const firstLeaseMillis = 6 * secondMillis

/** @param onLost called for a stream that another process has taken, perhaps because this one was paused */
export function shareStreams(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  onLost: (stream: string) => void,
  times?: LeaseTimes,
): SharedStreams {
  const holder = randomUUID()
  const leases = createLeases({ pool, holder, now, onLost, times })
  return {
    ...leases,
    holder,
    share: (fixed, unreadable) => leases.share({ fixed, unreadable }, now()),
    async begin(stream, at) {
      await leases.join()
      await pool.query(
        `with leased as (
           insert into event_leases (stream, holder, epoch, until)
           values ($1, $2, 1, ${leasedUntil('$3::int')})
         )
         insert into event_streams (id, n, counted_until) values ($1, 0, $4)`,
        [stream, holder, times?.leaseMillis ?? firstLeaseMillis, new Date(at - olderMillis)],
      )
      leases.add(stream)
    },
    async findEnds(streams) {
      if (streams.length === 0) return new Map()
      const { rows } = await pool.query<{ id: string; ended: boolean }>(
        'select id, ended_at is not null as ended from event_streams where id = any($1::uuid[])',
        [streams],
      )
      return new Map(rows.map(({ id, ended }) => [id, ended]))
    },
    async hasWaited(stream, millis) {
      const { rowCount } = await pool.query(
        'select from event_streams where id = $1 and ended_at is null and counted_until < $2',
        [stream, new Date(now().getTime() - millis)],
      )
      return rowCount === 1
    },
    async keepFrom(stream, at) {
      await pool.query('update event_leases set kept_from = $2 where stream = $1', [stream, at])
    },
    async isKept(stream, before) {
      const { rowCount } = await pool.query(
        'select from event_leases where stream = $1 and kept_from >= $2',
        [stream, new Date(before)],
      )
      return rowCount === 1
    },
    async setAside({ stream, n }, { reason, events }) {
      await pool.query(
        `insert into event_set_asides (stream, n, reason, event)
         select $1, $2, $3, event from unnest($4::text[]) as event`,
        [stream, n, reason, events.map((event) => JSON.stringify(event))],
      )
    },
  }
}
