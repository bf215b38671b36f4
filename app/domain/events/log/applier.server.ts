/**
 * Brings what the log keeps into the database: this process' streams, and those of processes that
 * ended before. One pass at a time, so a stream's groups are applied in their order.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { minuteMillis, secondMillis, hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StoreOutcome } from '../store-events.server.ts'
import {
  applyGroups,
  applyWithoutRefused,
  isRefusedData,
  type Applied,
} from './apply-groups.server.ts'
import {
  LogGap,
  type EventLog,
  type GroupBatch,
  type GroupPlace,
  type StreamReader,
} from './event-log.ts'
import { createLogRow } from './log-row.server.ts'
import { createOutcomeWaiters, type Outcomes } from './outcome-waiters.ts'
import {
  endCursor,
  moveIdle,
  readCursor,
  readCursors,
  registerLog,
} from './stream-cursors.server.ts'
import { createTurns } from './turns.ts'

export type Applier = {
  /** Resolves when it's known whether the log's events are for this database, or can't be asked. */
  belongs: () => Promise<boolean>
  /** Applies what waits within its interval, or soon for a caller who waits. */
  wake: (isAwaited: boolean) => void
  /**
   * Resolves when a group is applied, with the outcome of the event at a place of the group, from 0 on.
   * Null: it isn't known. Never resolves when it's never applied.
   */
  outcomesOf: (place: GroupPlace) => Promise<Outcomes | null>
  /** Applies everything that the log keeps. @returns false when that failed */
  applyAll: () => Promise<boolean>
  /**
   * Adopts streams, reads again what the database has lost, and removes old files. Happens every minute
   * without a call.
   */
  keepUp: () => Promise<void>
  /** Ends after the running pass. */
  stop: () => Promise<void>
  readFigures: () => ApplierFigures
}

/** Since the process started. */
export type ApplierFigures = {
  /** Events that were applied, repeated and refused ones included. */
  applied: number
  batches: number
  /** Events that weren't stored, by reason. */
  refused: ReadonlyMap<StoreOutcome, number>
  /** Events that the database refused. An operator has to look at them. */
  setAside: number
  /** Streams that can't be read on. */
  gaps: number
  /** The log is of another database. */
  isForeign: boolean
}

const pace = {
  /** At most this many events in a statement. */
  events: 5_000,
  everyMillis: 300,
  /** Near a plan's limit, and while callers wait. */
  soonMillis: 50,
  failedMillis: secondMillis,
  upkeepMillis: minuteMillis,
}

/** A database that is restored to a moment within this time gets what was applied since again. */
const keptMillis = 72 * hourMillis

type Stream = { reader: StreamReader; n: number }

export function createApplier(
  { pool, log: notes, now }: Pick<Services, 'pool' | 'log' | 'now'>,
  log: EventLog,
): Applier {
  const open = new Map<string, Stream>()
  /** Number of the last group of streams that are applied to their end. */
  const finished = new Map<string, number>()
  const broken = new Set<string>()
  const waiters = createOutcomeWaiters()
  const refused = new Map<StoreOutcome, number>()
  const counts = { applied: 0, batches: 0, setAside: 0 }
  /** Null: the database couldn't be asked yet. */
  let isOwner: boolean | null = null
  let adopted: readonly string[] | null = null
  /** Events in a statement. Fewer after one that failed, perhaps because it took too long. */
  let most = pace.events
  const turns = createTurns(turn)
  const row = createLogRow({ pool, log: notes, now }, log)

  async function openAt(stream: string): Promise<Stream> {
    const n = await readCursor(pool, stream, new Date(now().getTime() - keptMillis))
    log.noteApplied(stream, n)
    // Applied by another process, or by a statement whose answer was lost.
    waiters.answerUpTo(stream, n)
    const opened = { reader: log.read(stream, n), n }
    open.set(stream, opened)
    return opened
  }

  async function leave(stream: string): Promise<void> {
    const left = open.get(stream)
    open.delete(stream)
    await left?.reader.close()
  }

  /** @returns whether more waits */
  async function advance(stream: string, hasEnded: boolean): Promise<boolean> {
    const { reader } = open.get(stream) ?? (await openAt(stream))
    const batch = await reader.read(most)
    if (!batch) {
      if (hasEnded) await finish(stream)
      return false
    }
    // Callers whose group was kept a moment ago begin to wait in this turn of the event loop.
    await endOfTurn()
    const { groups, to, isFull } = batch
    const isAwaited = groups.some(({ n }) => waiters.has({ stream, n }))
    const events = groups.reduce((sum, group) => sum + group.events, 0)
    let applied: Applied | null | undefined
    try {
      applied = await applyGroups({ pool, stream }, batch, isAwaited)
    } catch (error) {
      if (!isRefusedData(error)) {
        most = Math.ceil(Math.min(most, events) / 2)
        throw error
      }
      await applyApart(stream, groups)
      return true
    }
    if (!applied) {
      await leave(stream)
      await openAt(stream)
      return true
    }
    note(stream, to, events)
    most = Math.min(pace.events, most + Math.ceil(most / 4))
    for (const reason of applied.refused.values()) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1)
    }
    let before = 0
    for (const group of groups) {
      const from = before
      waiters.answer({ stream, n: group.n }, (index) => {
        const place = from + index + 1
        return applied.refused.get(place) ?? applied.stored.get(place) ?? 'duplicate'
      })
      before += group.events
    }
    if (applied.isNearLimit) turns.wakeIn(pace.soonMillis)
    // Its end is noted when nothing more is read.
    return hasEnded || isFull
  }

  function note(stream: string, to: number, events: number): void {
    log.noteApplied(stream, to)
    const known = open.get(stream)
    if (known) known.n = to
    counts.applied += events
    counts.batches += 1
  }

  /** Groups one by one, because the database refuses something in them. */
  async function applyApart(stream: string, groups: GroupBatch['groups']): Promise<void> {
    for (const group of groups) {
      const count = await applyWithoutRefused({ pool, stream }, group, log)
      if (count === null) break
      note(stream, group.n, group.events)
      waiters.answer({ stream, n: group.n }, null)
      if (count === 0) continue
      counts.setAside += count
      notes.error(
        { stream, n: group.n, count },
        'the database refuses events, which were set aside',
      )
    }
    await leave(stream)
  }

  async function finish(stream: string): Promise<void> {
    const isFirst = await endCursor(pool, stream, now())
    // Not at each start, or files would stay as long as processes start.
    if (isFirst) await log.keepFrom(stream, now())
    finished.set(stream, open.get(stream)?.n ?? 0)
    await leave(stream)
  }

  /** Nothing behind a gap is applied. New events go into another stream. */
  async function giveUp(stream: string): Promise<void> {
    broken.add(stream)
    await log.giveUp(stream)
    waiters.answerUpTo(stream, Infinity)
  }

  async function checkOwner(): Promise<void> {
    if (isOwner !== null) return
    isOwner = await registerLog(pool, log, now())
    if (isOwner) return
    notes.error({ log: log.id }, 'the log of events is of another database, so no event is taken')
  }

  /** @returns whether more waits. @throws the first error, after all streams had their turn */
  async function pass(): Promise<boolean> {
    await checkOwner()
    if (!isOwner) return false
    adopted ??= await log.adopt()
    const all = [...adopted.map((stream) => ({ stream, hasEnded: true })), ...log.begun()]
    let hasMore = false
    const failures: unknown[] = []
    for (const { stream, hasEnded } of all) {
      if (broken.has(stream) || finished.has(stream)) continue
      try {
        if (await advance(stream, hasEnded)) hasMore = true
      } catch (error) {
        await leave(stream)
        if (error instanceof LogGap) {
          await giveUp(stream)
          notes.error(
            { err: error, stream },
            'the log of events is damaged: nothing of it is skipped',
          )
        } else failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    await row.noteStreams()
    return hasMore
  }

  async function turn(): Promise<void> {
    try {
      if (await pass()) turns.wakeIn(0)
      else if (log.lag().events > 0) turns.wakeIn(pace.everyMillis)
    } catch (error) {
      notes.warn({ err: error }, 'events of the log were not applied, and are tried again')
      turns.pause(pace.failedMillis)
    }
  }

  async function keepUp(): Promise<void> {
    if (turns.isStopped() || !isOwner) return
    try {
      adopted = await log.adopt()
      const at = now().getTime()
      await findLost()
      const idle = log.begun().filter(({ stream, kept }) => open.get(stream)?.n === kept)
      const streams = idle.map(({ stream }) => stream)
      await moveIdle(pool, streams, new Date(at - minuteMillis))
      await trimAll(at - keptMillis)
      turns.wakeIn(pace.everyMillis)
    } catch (error) {
      notes.warn({ err: error }, 'the log of events was not kept up')
    }
  }

  /** A database that goes on from an earlier moment, as after a failover, gets again what it has lost. */
  async function findLost(): Promise<void> {
    const known = new Map([
      ...finished,
      ...[...open].map(([stream, { n }]) => [stream, n] as const),
    ])
    const cursors = await readCursors(pool, [...known.keys()])
    for (const [stream, n] of known) {
      const left = cursors.get(stream) ?? 0
      if (left >= n) continue
      notes.warn({ stream, n, left }, 'the database has lost events, which are applied again')
      finished.delete(stream)
      await leave(stream)
    }
  }

  async function trimAll(before: number): Promise<void> {
    // Files of an adopted stream may have waited for long, and are kept from when it is finished.
    for (const { stream } of log.begun()) {
      const known = open.get(stream)
      if (known) await log.trim(stream, { n: known.n, isFinished: false }, before)
    }
    for (const [stream, n] of finished) {
      if (!(await log.trim(stream, { n, isFinished: true }, before))) continue
      finished.delete(stream)
      adopted = adopted?.filter((one) => one !== stream) ?? null
    }
  }

  const upkeep = setInterval(() => {
    void turns.run(keepUp)
  }, pace.upkeepMillis)
  upkeep.unref()
  const firstTurn = turns.run(turn)

  return {
    async belongs() {
      if (isOwner === null) await firstTurn
      return isOwner === true
    },
    wake(isAwaited) {
      const isFull = log.lag().events >= pace.events
      turns.wakeIn(isFull ? 0 : isAwaited ? pace.soonMillis : pace.everyMillis)
    },
    outcomesOf: waiters.add,
    async applyAll() {
      try {
        await turns.run(async () => {
          while (!turns.isStopped() && (await pass()));
        })
        return log.lag().events === 0
      } catch (error) {
        notes.warn({ err: error }, 'events of the log were left for the next start')
        return false
      }
    },
    keepUp: () => turns.run(keepUp),
    async stop() {
      clearInterval(upkeep)
      await turns.stop()
      for (const stream of open.keys()) await leave(stream)
      if (isOwner && log.lag().events === 0) await row.end()
    },
    readFigures: () => ({ ...counts, refused, gaps: broken.size, isForeign: isOwner === false }),
  }
}
