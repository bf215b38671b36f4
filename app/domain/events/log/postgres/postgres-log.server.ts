/**
 * The log as rows of the database: for nodes without a disk that lasts. Each process writes streams of its
 * own, one group after the other, and applies those of processes that ended by leases.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- names of streams, which must never repeat
import { randomUUID } from 'node:crypto'
import { secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { createBegunStreams } from '../begun-streams.ts'
import { LogUnavailable, type EventGroup, type EventLog, type GroupPlace } from '../event-log.ts'
import { createLeases, defaultTimes, leasedUntil, type LeaseTimes } from '../leases.server.ts'
import {
  deleteGroups,
  hasGroups,
  listKept,
  readStream,
  sealStream,
  storeGroup,
  type StoredGroup,
} from './group-rows.server.ts'

type Options = {
  /** How long after a failure the log tries again. */
  retryMillis?: number
  leaseTimes?: LeaseTimes
}

/** A connection that broke says nothing about the next one. */
const mostAttempts = 3

/** No further attempt after so long: reports wait for two seconds. */
const attemptsMillis = secondMillis

/** A node without reports can't show that it keeps them again, so a failure counts for this long. */
const failingMillis = 10 * secondMillis

/** An event of a stream may be older than its first group by as long as a report waits for the log. */
const olderMillis = 5 * secondMillis

/** A row and its entry in the index, without the text. */
const rowBytes = 96

export function openPostgresLog(
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  { retryMillis = secondMillis, leaseTimes = defaultTimes }: Options = {},
): EventLog {
  const holder = randomUUID()
  const begun = createBegunStreams()
  let current: { stream: string; n: number } | null = null
  let lane: Promise<unknown> = Promise.resolve()
  let retryAt = 0
  let failedAt = -Infinity
  let isClosed = false

  const leases = createLeases({
    pool,
    holder,
    now,
    onLost(stream) {
      // Its next applier counts what waits in it.
      void inLane(() => {
        if (current?.stream === stream) endStream()
        begun.forget(stream)
      })
    },
    times: leaseTimes,
  })

  function inLane<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const done = lane.then(work)
    lane = done.catch(() => undefined)
    return done
  }

  /** Its row holds days up before anything can be in it, and its lease keeps others from it. */
  async function beginStream(at: number): Promise<{ stream: string; n: number }> {
    await leases.join()
    const stream = randomUUID()
    await pool.query(
      `with leased as (
         insert into event_leases (stream, holder, epoch, until)
         values ($1, $2, 1, ${leasedUntil('$3::int')})
       )
       insert into event_streams (id, n, counted_until) values ($1, 0, $4)`,
      [stream, holder, leaseTimes.leaseMillis, new Date(at - olderMillis)],
    )
    leases.add(stream)
    begun.begin(stream)
    return { stream, n: 0 }
  }

  function endStream(): void {
    current = null
    begun.end()
  }

  async function store(group: StoredGroup): Promise<'kept' | 'closed'> {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await storeGroup(pool, group)
      } catch (error) {
        const isLate = performance.now() - startedAt > attemptsMillis
        if (attempt === mostAttempts || isLate) throw error
      }
    }
  }

  async function append(group: EventGroup): Promise<GroupPlace> {
    if (isClosed || performance.now() < retryAt) throw new LogUnavailable('The log is closed.')
    try {
      const bytes = rowBytes + Buffer.byteLength(group.body)
      for (;;) {
        current ??= await beginStream(group.at)
        const { stream, n } = current
        const fate = await store({ ...group, stream, n: n + 1 })
        if (fate === 'kept') {
          failedAt = -Infinity
          current.n = n + 1
          return begun.note({ ...group, n: n + 1 }, bytes)
        }
        endStream()
        // A stream that nothing is in can't be closed, unless this process was paused for long.
        if (n === 0) throw new Error(`The stream ${stream} takes nothing.`)
      }
    } catch (error) {
      failedAt = performance.now()
      retryAt = failedAt + retryMillis
      // The group may still be stored, so nothing may take its number.
      if (current) endStream()
      throw new LogUnavailable('The log could not keep a group.', { cause: error })
    }
  }

  return {
    async identify() {
      await leases.join()
      return { id: holder, node: holder, hasEarlier: false }
    },
    append: (group) => inLane(() => append(group)),
    paceMillis: 4,
    maxEvents: Infinity,
    countRepaired: () => 0,
    read(stream, from) {
      const known = () => begun.list().find((one) => one.stream === stream)
      return readStream(pool, stream, {
        from,
        kept: () => known()?.kept ?? Infinity,
        // A group that isn't acknowledged yet has no place in the lag.
        canRead() {
          const one = known()
          return one && !one.hasEnded ? one.kept : Infinity
        },
      })
    },
    kept: () => listKept(pool),
    // Each has its row from the beginning.
    streams: () => [],
    begun: begun.list,
    async adopt() {
      await leases.join()
      const fixed = begun.list().map(({ stream }) => stream)
      const held = await leases.share({ fixed }, now())
      return held.filter((stream) => !begun.has(stream))
    },
    adoptMillis: 2 * secondMillis,
    seal: (stream, n) => sealStream(pool, { stream, n }, now()),
    noteApplied: begun.noteApplied,
    giveUp: (stream) =>
      inLane(() => {
        if (current?.stream === stream) endStream()
        begun.noteApplied(stream, Infinity)
      }),
    lag: begun.lag,
    isFailing: () => performance.now() - failedAt < failingMillis,
    async setAside({ stream, n }, { reason, events }) {
      await pool.query(
        `insert into event_set_asides (stream, n, reason, event)
         select $1, $2, $3, event from unnest($4::text[]) as event`,
        [stream, n, reason, events.map((event) => JSON.stringify(event))],
      )
    },
    freeBytes: () => Promise.resolve(Infinity),
    async keepFrom(stream, at) {
      await pool.query('update event_leases set kept_from = $2 where stream = $1', [stream, at])
    },
    async trim(stream, { n, isFinished }, before) {
      if (!isFinished) {
        // The next group looks for the one before.
        await deleteGroups(pool, stream, { upTo: n - 1, before: new Date(before) })
        return false
      }
      const { rowCount } = await pool.query(
        'select from event_leases where stream = $1 and kept_from >= $2',
        [stream, new Date(before)],
      )
      if (rowCount === 1) return false
      await deleteGroups(pool, stream, { upTo: n, before: new Date(before) })
      if (await hasGroups(pool, stream)) return false
      await leases.remove(stream)
      begun.forget(stream)
      return true
    },
    async end() {
      isClosed = true
      await lane
      endStream()
    },
    close: leases.leave,
  }
}
