/**
 * Brings what the log keeps into the database: this process' streams, and those of processes that
 * ended before. One pass at a time, so a stream's groups are applied in their order.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StoreOutcome } from '../store-events.server.ts'
import {
  applyDivided,
  applyGroups,
  applyWithoutRefused,
  isLocked,
  isRefusedData,
  isTooSlow,
  type Applied,
} from './apply-groups.server.ts'
import {
  LogGap,
  type EventLog,
  type GroupBatch,
  type NumberedGroup,
  type StreamReader,
} from './event-log.ts'
import type { Applier } from './applier-types.ts'
import { CursorMoved, earlier, holdSites, sumHeld, type HeldSites } from './held-sites.server.ts'
import { createLogRow } from './log-row.server.ts'
import { createOutcomeWaiters } from './outcome-waiters.ts'
import { endCursor, findLost, moveIdle, readCursor } from './stream-cursors.server.ts'
import { keptMillis, trimLog } from './trim-log.server.ts'
import { createTurns, every } from './turns.ts'

const pace = {
  /** At most this many events in a statement. */
  events: 5_000,
  everyMillis: 300,
  /** Near a plan's limit, and while callers wait. */
  soonMillis: 50,
  failedMillis: secondMillis,
  /** Between attempts at sites that are locked, when nothing else is to be done. */
  heldMillis: secondMillis,
  upkeepMillis: minuteMillis,
  /** How often it's looked whether screens have to show that events wait. */
  watchMillis: secondMillis,
}

/** `n`: the cursor's place. */
type Stream = { reader: StreamReader; n: number; held: HeldSites | null }

export function createApplier(
  { pool, log: notes, now, tracing }: Pick<Services, 'pool' | 'log' | 'now' | 'tracing'>,
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
  /** Everything that processes before this one left is applied. */
  let hasCaughtUp = false
  /** Events in a statement of a stream. Fewer after one that failed, perhaps because it took too long. */
  const most = new Map<string, number>()
  const turns = createTurns(turn)
  const row = createLogRow({ pool, log: notes, now }, log)

  async function openAt(stream: string): Promise<Stream> {
    const n = await readCursor(pool, stream, new Date(now().getTime() - keptMillis))
    log.noteApplied(stream, n)
    // Applied by another process, or by a statement whose answer was lost.
    waiters.answerUpTo(stream, n)
    const opened = { reader: log.read(stream, n), n, held: null }
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
    const current = open.get(stream) ?? (await openAt(stream))
    if (current.held) return advanceAround(stream, current, current.held)
    const wanted = most.get(stream) ?? pace.events
    const batch = await current.reader.read(wanted)
    if (!batch) return hasEnded && finish(stream)
    // Callers whose group was kept a moment ago begin to wait in this turn of the event loop.
    await endOfTurn()
    const { groups, isFull } = batch
    const isAwaited = groups.some(({ n }) => waiters.has({ stream, n }))
    const events = eventsOf(groups)
    let applied: Applied | null
    try {
      applied = await applyGroups({ pool, stream, tracing }, batch, isAwaited)
    } catch (error) {
      if (isLocked(error)) return addHeld(stream, holdSites({ pool, stream }, current.n), batch)
      if (isRefusedData(error)) {
        return applyEach(stream, groups, (group) =>
          applyWithoutRefused({ pool, stream }, group, log),
        )
      }
      if (isTooSlow(error) && groups.length === 1) {
        return applyEach(stream, groups, (group) => applyDivided({ pool, stream }, group))
      }
      most.set(stream, Math.ceil(Math.min(wanted, events) / 2))
      throw error
    }
    if (!applied) {
      await leave(stream)
      await openAt(stream)
      return true
    }
    note(stream, batch.to, events)
    most.set(stream, Math.min(pace.events, wanted + Math.ceil(wanted / 4)))
    for (const reason of applied.refused.values()) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1)
    }
    waiters.answerAll(stream, groups, applied)
    if (applied.isNearLimit) turns.wakeIn(pace.soonMillis)
    // Its end is noted when nothing more is read.
    return hasEnded || isFull
  }

  /** Goes on with the sites that aren't locked. @returns whether more waits */
  async function advanceAround(stream: string, current: Stream, held: HeldSites): Promise<boolean> {
    const n = await held.retry()
    if (n !== null) {
      open.set(stream, { ...current, n, held: null })
      return true
    }
    const batch = held.isFull() ? null : await readAhead(current)
    return batch !== null && (await addHeld(stream, held, batch))
  }

  /** A gap shows again when nothing in front of it is held any more. */
  const readAhead = ({ reader }: Stream) =>
    reader.read(pace.events).catch((error: unknown) => {
      if (error instanceof LogGap) return null
      throw error
    })

  /** @returns whether more can be read now */
  async function addHeld(stream: string, held: HeldSites, batch: GroupBatch): Promise<boolean> {
    await held.add(batch)
    const known = open.get(stream)
    if (known) known.held = held
    countApplied(stream, batch.to, eventsOf(batch.groups))
    for (const { n } of batch.groups) waiters.answer({ stream, n }, null)
    return batch.isFull
  }

  function note(stream: string, to: number, events: number): void {
    countApplied(stream, to, events)
    const known = open.get(stream)
    if (known) known.n = to
  }

  function countApplied(stream: string, to: number, events: number): void {
    log.noteApplied(stream, to)
    counts.applied += events
    counts.batches += 1
  }

  /** @param apply returns how many events of a group were set aside; null when another process applied it */
  async function applyEach(
    stream: string,
    groups: GroupBatch['groups'],
    apply: (group: NumberedGroup) => Promise<number | null>,
  ): Promise<boolean> {
    for (const group of groups) {
      const count = await apply(group)
      if (count === null) break
      note(stream, group.n, group.events)
      waiters.answer({ stream, n: group.n }, null)
      if (count === 0) continue
      counts.setAside += count
      notes.error({ stream, n: group.n, count }, 'the database refused events')
    }
    await leave(stream)
    return true
  }

  /** @returns whether more waits */
  async function finish(stream: string): Promise<boolean> {
    // Its writer may only have seemed to have ended, and kept more meanwhile.
    if (!(await log.seal(stream, open.get(stream)?.n ?? 0))) return true
    const isFirst = await endCursor(pool, stream, now())
    // Not at each start, or files would stay as long as processes start.
    if (isFirst) await log.keepFrom(stream, now())
    finished.set(stream, open.get(stream)?.n ?? 0)
    most.delete(stream)
    await leave(stream)
    return false
  }

  /** Nothing behind a gap is applied. New events go into another stream. */
  async function giveUp(stream: string): Promise<void> {
    broken.add(stream)
    await log.giveUp(stream)
    waiters.answerUpTo(stream, Infinity)
  }

  /** @returns whether more waits. @throws the first error, after all streams had their turn */
  async function pass(): Promise<boolean> {
    isOwner ??= await row.open()
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
        if (error instanceof CursorMoved) hasMore = true
        else if (error instanceof LogGap) {
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
    if (!hasMore) hasCaughtUp = true
    return hasMore
  }

  async function turn(): Promise<void> {
    try {
      if (await pass()) turns.wakeIn(0)
      else if (log.lag().events > 0) turns.wakeIn(pace.everyMillis)
      else if (readHeld().events > 0) turns.wakeIn(pace.heldMillis)
    } catch (error) {
      notes.warn({ err: error }, 'events of the log were not applied, and are tried again')
      turns.pause(pace.failedMillis)
    }
  }

  async function adopt(): Promise<void> {
    adopted = await log.adopt()
    const here = new Set([...adopted, ...log.begun().map(({ stream }) => stream)])
    for (const stream of [...open.keys(), ...finished.keys()]) {
      if (here.has(stream)) continue
      await leave(stream)
      finished.delete(stream)
      // Another process applies it now.
      waiters.answerUpTo(stream, Infinity)
    }
  }

  /** Work between turns, which is tried again when it's due the next time. */
  const between = (work: () => Promise<void>) => async () => {
    if (turns.isStopped() || !isOwner) return
    try {
      await work()
      turns.wakeIn(pace.everyMillis)
    } catch (error) {
      notes.warn({ err: error }, 'the log of events was not kept up')
    }
  }

  const keepUp = between(async () => {
    await adopt()
    const at = now().getTime()
    await readLost()
    const idle = log.begun().filter(({ stream, kept }) => open.get(stream)?.n === kept)
    const streams = idle.map(({ stream }) => stream)
    await moveIdle(pool, streams, new Date(at - minuteMillis))
    for (const stream of await trimLog({ log, notes }, { open, finished }, at)) {
      finished.delete(stream)
      adopted = adopted?.filter((one) => one !== stream) ?? null
    }
  })

  /** A database that goes on from an earlier moment, as after a failover, gets again what it has lost. */
  async function readLost(): Promise<void> {
    for (const lost of await findLost(pool, { open, finished })) {
      notes.warn(lost, 'the database has lost events, which are applied again')
      finished.delete(lost.stream)
      await leave(lost.stream)
    }
  }

  const readHeld = () => sumHeld([...open.values()].map(({ held }) => held))
  const oldestWaiting = () => earlier(log.lag().since, readHeld().since)
  const hasNothingLeft = () => log.lag().events === 0 && readHeld().events === 0

  const timers = [
    every(pace.upkeepMillis, () => turns.run(keepUp)),
    every(log.adoptMillis, () => turns.run(between(adopt))),
    // Not in turn, because a turn may wait for the database.
    every(pace.watchMillis, async () => {
      if (hasCaughtUp || oldestWaiting() !== null) await row.noteLag(oldestWaiting())
    }),
  ]
  const firstTurn = turns.run(turn)

  return {
    belongs: () => isOwner ?? firstTurn.then(() => isOwner === true),
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
        return hasNothingLeft()
      } catch (error) {
        notes.warn({ err: error }, 'events of the log were left for the next start')
        return false
      }
    },
    keepUp: () => turns.run(keepUp),
    async stop() {
      for (const stopTimer of timers) stopTimer()
      await turns.stop()
      const isEmpty = hasNothingLeft()
      for (const stream of open.keys()) await leave(stream)
      if (isOwner && isEmpty) await row.end()
    },
    readFigures: () => ({
      ...counts,
      refused,
      gaps: broken.size,
      held: readHeld(),
      isForeign: isOwner === false,
    }),
  }
}

const eventsOf = (groups: GroupBatch['groups']) =>
  groups.reduce((sum, group) => sum + group.events, 0)
