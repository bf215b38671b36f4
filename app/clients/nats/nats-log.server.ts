/**
 * The log in NATS (docs/decisions/0033-nats.md). Each stream of groups is a subject of one JetStream stream.
 * A group is kept when most servers have it. This node's files have it too, synced once a second, and are
 * what a stream that lost something is repaired from.
 */
import { randomUUID } from 'node:crypto'
import { createBegunStreams } from '#app/domain/events/log/begun-streams.ts'
import {
  LogGap,
  LogUnavailable,
  type EventGroup,
  type EventLog,
  type GroupPlace,
  type KeptStream,
} from '#app/domain/events/log/event-log.ts'
import type { ShareStreams } from '#app/domain/events/log/shared-streams.ts'
import { keptMillis } from '#app/domain/events/log/trim-log.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { EventStream } from './event-stream.server.ts'
import type { NatsLink } from './nats-link.server.ts'
import { openNatsStream, type RepairSource } from './nats-reader.server.ts'
import { openCopies } from './node-copies.server.ts'
import {
  NotStored,
  publishGroup,
  publishTimes,
  StreamEnded,
  type PublishTimes,
} from './publish-group.server.ts'
import { packGroup, readEnd, readGroup, readStored } from './stored-groups.server.ts'
import { removeGroups, sealStream } from './stream-ends.server.ts'

type NatsLogParts = {
  link: NatsLink
  stream: EventStream
  /** As the database has them. */
  share: ShareStreams
  log: Pick<Log, 'warn' | 'error'>
  /** For copies of what this node writes. */
  folder: string
}

type Options = {
  /** How long after a failure the log tries again. */
  retryMillis?: number
  publishTimes?: PublishTimes
  /** How long a leader has for what it lacks. */
  patienceMillis?: number
  /** How often copies are compared with NATS. */
  recoverMillis?: number
  /** When a message was stored, in milliseconds since 1970. The server's time by default. */
  storedAt?: (stream: string, at: number) => number
}

/** `n` and `seq` are those of the last group that is kept. */
type Writer = { stream: string; n: number; seq: number }

/** A node without reports can't show that it keeps them again, so a failure counts for this long. */
const failingMillis = 10 * secondMillis

/** Part of the stream's size. */
const nearlyFull = 0.8

const recoveredAtOnce = 1_000

const tooLarge = new LogUnavailable('A group is larger than a message of NATS.')

/** A row of a page has some three kilobytes at most, and a message of NATS a megabyte by default. */
const maxEvents = 250

export function openNatsLog(
  { link, stream: { name, id, hasEarlier }, share, log: notes, folder }: NatsLogParts,
  {
    retryMillis = secondMillis,
    publishTimes: times = publishTimes,
    patienceMillis,
    recoverMillis = minuteMillis,
    storedAt = (_stream, at) => at,
  }: Options = {},
): EventLog {
  const stored = readStored(link, name)
  const copies = openCopies(folder)
  const begun = createBegunStreams()
  /** Sequences of groups of this process that aren't applied yet, by stream and number. */
  const places = new Map<string, Map<number, number>>()
  let writer: Writer | null = null
  let lane: Promise<unknown> = Promise.resolve()
  let retryAt = 0
  let failedAt = -Infinity
  let isClosed = false
  let repaired = 0
  let recoverAt = 0
  /** Streams of earlier processes whose end was compared with the copy. */
  const checked = new Set<string>()
  /** Streams with a gap for which this node has nothing. */
  const unreadable = new Set<string>()
  const shared = share((stream) => {
    // Its next applier counts what waits in it.
    void inLane(async () => {
      if (writer?.stream === stream) await endStream()
      begun.forget(stream)
    })
  })
  const target = (stream: string) => ({ link, name, stored, stream })

  function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = lane.then(work)
    lane = done.catch(() => undefined)
    return done
  }

  async function beginStream(at: number): Promise<Writer> {
    const stream = randomUUID()
    await shared.begin(stream, at)
    begun.begin(stream)
    places.set(stream, new Map())
    return { stream, n: 0, seq: 0 }
  }

  /**
   * Others end a stream that seems to have lost its writer. Their mark refuses a group, but goes with a stream
   * that was removed since.
   *
   * @throws StreamEnded
   */
  async function requireOpen(stream: string): Promise<void> {
    const ends = await shared.findEnds([stream])
    if (ends.get(stream) === true) throw new StreamEnded('Another process has ended the stream.')
  }

  /**
   * NATS removes groups that are too old, and the mark of their end with them.
   *
   * @throws LogGap when groups may have been there
   */
  async function sealKnown(stream: string, n: number): Promise<boolean> {
    if ((await stored.last(stream)) === null && (await shared.hasWaited(stream, keptMillis))) {
      notes.error(
        { stream, n },
        'NATS has removed a stream of events that was not applied to its end',
      )
      throw new LogGap(`NATS: nothing of ${stream} behind group ${String(n)} is left.`)
    }
    return sealStream(target(stream), n)
  }

  async function endStream(): Promise<void> {
    const ended = writer
    writer = null
    begun.end()
    if (ended) await copies.end(ended.stream).catch(() => undefined)
  }

  async function append(group: EventGroup): Promise<GroupPlace> {
    if (isClosed || performance.now() < retryAt) throw new LogUnavailable('The log is closed.')
    try {
      if (!link.isReady()) throw new NotStored('NATS is away.')
      const n = (writer?.n ?? 0) + 1
      const record = await packGroup({ ...group, n }, link.connection.info?.max_payload ?? 0)
      if (!record) throw tooLarge
      writer ??= await beginStream(group.at)
      const { stream, seq: after } = writer
      const seq = await publishGroup({ link, name, stored, times }, { stream, n, after }, record)
      if (n === 1) await requireOpen(stream)
      writer = { stream, n, seq }
      failedAt = -Infinity
      places.get(stream)?.set(n, seq)
      await copies.append(stream, { ...group, n }).catch((error: unknown) => {
        notes.warn({ err: error, stream }, 'a stream of events has no further copy on this node')
      })
      return begun.note({ ...group, n }, record.length)
    } catch (error) {
      // Says nothing about other groups.
      if (error === tooLarge) throw error
      failedAt = performance.now()
      retryAt = failedAt + retryMillis
      // Some servers may have the group, so nothing may follow it.
      if (writer && !(error instanceof NotStored)) await endStream()
      throw new LogUnavailable('NATS could not keep a group.', { cause: error })
    }
  }

  function noteApplied(stream: string, n: number): void {
    begun.noteApplied(stream, n)
    const known = places.get(stream)
    // In the order in which they were written.
    for (const applied of known?.keys() ?? []) {
      if (applied > n) break
      known?.delete(applied)
    }
  }

  function onMissing(stream: string, n: number, source: RepairSource | null): void {
    const entry = { stream, n, source }
    if (source === null) notes.error(entry, 'NATS has lost a group of events')
    else {
      repaired += 1
      notes.warn(entry, 'NATS lacked a group of events, which was found elsewhere')
    }
  }

  /**
   * Shares streams that no process has, as when the database was restored to a moment before them, or when a
   * gap stopped them. Puts in again what the servers lost, as far as this node's files have it.
   */
  async function recover(): Promise<void> {
    const kept = new Set(await stored.streams())
    const copied = new Set(copies.streams())
    const others = [...new Set([...kept, ...copied])].filter((one) => !begun.has(one))
    const ends = await shared.findEnds(others)
    // A copy without a row and without groups may be of a stream that was finished long ago.
    const waits = (one: string) => ends.get(one) === false || (!ends.has(one) && kept.has(one))
    await shared.offer(others.filter((one) => waits(one) && !unreadable.has(one)))
    for (const stream of others.filter((one) => copied.has(one) && !waits(one))) {
      // Until another node removes what it has compared with.
      if (checked.has(stream) && kept.has(stream)) continue
      const last = await stored.last(stream)
      const end = last && readEnd(last.bytes)
      // Another process has seen an end, and applied everything in front of it.
      if (end !== null && (await appendBehind(stream, end)) > 0) await copies.remove(stream)
      if (!last) await copies.remove(stream)
      checked.add(stream)
    }
  }

  /** @returns how many groups were put in */
  async function appendBehind(stream: string, end: number): Promise<number> {
    const reader = copies.read(stream, end)
    let count = 0
    try {
      for (;;) {
        const batch = await reader.read(recoveredAtOnce)
        if (!batch) return count
        for (const group of batch.groups) {
          await inLane(() => append(group))
          count += 1
          onMissing(stream, group.n, 'file')
        }
      }
    } catch (error) {
      // A copy that wasn't synced may be there in part.
      if (!(error instanceof LogGap)) throw error
      return count
    } finally {
      await reader.close()
    }
  }

  async function isNearlyFull(): Promise<boolean> {
    const { config, state } = await link.jsm.streams.info(name)
    return config.max_bytes > 0 && state.bytes > nearlyFull * config.max_bytes
  }

  async function remove(stream: string): Promise<void> {
    await removeGroups(target(stream), Infinity)
    await copies.remove(stream)
    await shared.remove(stream)
    begun.forget(stream)
    places.delete(stream)
  }

  return {
    async identify() {
      await shared.join()
      return { id, node: shared.holder, hasEarlier }
    },
    append: (group) => inLane(() => append(group)),
    paceMillis: 4,
    maxEvents,
    countRepaired: () => repaired,
    read: (stream, from) =>
      openNatsStream(stream, from, {
        stored,
        begun: () => begun.list().find((one) => one.stream === stream),
        seqOf: (n) => places.get(stream)?.get(n),
        readFile: (behind) => copies.read(stream, behind),
        onMissing: (n, source) => {
          onMissing(stream, n, source)
        },
        ...(patienceMillis === undefined ? {} : { patienceMillis }),
      }),
    async kept() {
      const kept: KeptStream[] = []
      for (const stream of await stored.streams()) {
        const first = await stored.from(stream, 1)
        const group = first && readGroup(first.bytes)
        if (group) kept.push({ stream, from: group.n - 1 })
      }
      return kept
    },
    // Each has its row from the beginning.
    streams: () => [],
    begun: begun.list,
    async adopt() {
      await shared.join()
      if (performance.now() >= recoverAt) {
        recoverAt = performance.now() + recoverMillis
        // Streams that are whole don't wait for it.
        await recover().catch((error: unknown) => {
          notes.warn({ err: error }, 'copies of events were not compared with NATS')
        })
      }
      const fixed = begun.list().map(({ stream }) => stream)
      const held = await shared.share(fixed, [...unreadable])
      return held.filter((stream) => !begun.has(stream))
    },
    adoptMillis: 2 * secondMillis,
    seal: sealKnown,
    noteApplied,
    giveUp: (stream) =>
      inLane(async () => {
        if (writer?.stream === stream) await endStream()
        noteApplied(stream, Infinity)
        if (begun.has(stream)) return
        // The node whose files have what is missing takes it when it returns.
        unreadable.add(stream)
        await shared.remove(stream)
      }),
    lag: begun.lag,
    isFailing: () => performance.now() - failedAt < failingMillis,
    setAside: shared.setAside,
    // A full stream refuses, and says so at the next group.
    freeBytes: () => Promise.resolve(Infinity),
    keepFrom: shared.keepFrom,
    async trim(stream, { n, isFinished }, before) {
      if (!isFinished) {
        // For a database that lost what it applied, the servers have it.
        await copies.trim(stream, n)
        if (n > 0 && (await isNearlyFull())) await removeGroups(target(stream), n - 1)
        return false
      }
      if (await shared.isKept(stream, before)) return false
      const last = await stored.last(stream)
      if (last && storedAt(stream, last.at) >= before && !(await isNearlyFull())) return false
      await remove(stream)
      return true
    },
    async end() {
      isClosed = true
      await lane
      await endStream()
    },
    async close() {
      await copies.close()
      await shared.leave()
    },
  }
}
