/** Removes files of a log whose events are applied: after 72 hours, and earlier before the disk is full. */
import type { Log } from '#app/lib/log.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { EventLog } from './event-log.ts'

/** A database that is restored to a moment within this time gets what was applied since again. */
export const keptMillis = 72 * hourMillis

/** Tried one after the other, while the disk is nearly full. */
const shorterMillis = [48, 24, 12, 6, 3, 1, 0].map((hours) => hours * hourMillis)

/** Twice the free space that the log needs to accept events. */
const roomBytes = 2 * 1024 ** 3

/** Numbers of the last applied groups, by stream. */
export type AppliedPlaces = {
  /** Streams that are read. */
  open: ReadonlyMap<string, { n: number }>
  /** Streams that are applied to their end. */
  finished: ReadonlyMap<string, number>
}

/** @returns streams of which nothing is left */
export async function trimLog(
  { log, notes }: { log: Pick<EventLog, 'begun' | 'trim' | 'freeBytes'>; notes: Pick<Log, 'warn'> },
  { open, finished }: AppliedPlaces,
  at: number,
): Promise<ReadonlySet<string>> {
  // Files of an adopted stream may have waited for long, and are kept from when it is finished.
  const begun = log.begun().flatMap(({ stream }) => {
    const known = open.get(stream)
    return known ? [{ stream, n: known.n, isFinished: false }] : []
  })
  const ended = [...finished].map(([stream, n]) => ({ stream, n, isFinished: true }))
  const removed = new Set<string>()
  const trim = async (kept: number) => {
    for (const { stream, ...known } of [...begun, ...ended]) {
      if (removed.has(stream)) continue
      if (await log.trim(stream, known, at - kept)) removed.add(stream)
    }
  }
  await trim(keptMillis)
  let shortest = keptMillis
  for (const kept of shorterMillis) {
    if ((await log.freeBytes()) >= roomBytes) break
    await trim(kept)
    shortest = kept
  }
  if (shortest < keptMillis) {
    const hours = shortest / hourMillis
    notes.warn({ hours }, 'the disk is nearly full: applied events are kept for fewer hours')
  }
  return removed
}
