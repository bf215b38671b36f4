/**
 * An operator's way on behind damage in a log of files, which has no other copy: streams that stopped, and the
 * first group behind the gap that can be read. No process may have them meanwhile.
 */
import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '#app/services.ts'
import { LogGap, type EventLog } from '../event-log.ts'
import { endCursor, moveCursorTo, readCursor } from '../stream-cursors.server.ts'
import { keptMillis } from '../trim-log.server.ts'
import { findGroup } from './records.ts'
import { listSegments } from './segments.server.ts'

export type LogStop = {
  stream: string
  /** Number of the last group that is applied. */
  applied: number
  /** Number of the group that is damaged or missing. */
  gap: number
  /** Number of the first whole group behind it. Null: there is none. */
  behind: number | null
  reason: string
}

type Parts = Pick<Services, 'pool' | 'now'> & {
  log: Pick<EventLog, 'read'>
  folder: string
}

const mostAtOnce = 5_000

/** @param streams those that no process has. @returns those that stopped at damage */
export async function findStops(parts: Parts, streams: readonly string[]): Promise<LogStop[]> {
  const stops: LogStop[] = []
  for (const stream of streams) {
    const stop = await findStop(parts, stream)
    if (stop) stops.push(stop)
  }
  return stops
}

async function findStop(
  { pool, now, log, folder }: Parts,
  stream: string,
): Promise<LogStop | null> {
  const since = new Date(now().getTime() - keptMillis)
  const applied = await readCursor(pool, stream, since)
  const reader = log.read(stream, applied)
  let gap = applied + 1
  try {
    for (;;) {
      const batch = await reader.read(mostAtOnce)
      if (!batch) return null
      gap = batch.to + 1
    }
  } catch (error) {
    if (!(error instanceof LogGap)) throw error
    const behind = await findBehind(path.join(folder, stream), gap)
    return { stream, applied, gap, behind, reason: error.message }
  } finally {
    await reader.close()
  }
}

async function findBehind(folder: string, gap: number): Promise<number | null> {
  const segments = await listSegments(folder)
  for (const [at, { file }] of segments.entries()) {
    const following = segments[at + 1]
    if (following && following.first <= gap + 1) continue
    const found = findGroup(await readFile(file), 0, gap + 1)
    if (found) return found.n
  }
  return null
}

/** A stream's folder that isn't read any more. */
const lostEnding = '.lost'

/**
 * Gives up the groups of a gap: the next process reads on behind it. When nothing can be read there, the
 * stream ends, and its folder gets another name.
 *
 * @returns false when groups in front of the gap aren't applied yet, which a process does when it starts
 */
export async function skipGap(
  { pool, now, folder }: Pick<Parts, 'pool' | 'now' | 'folder'>,
  { stream, applied, gap, behind }: LogStop,
): Promise<boolean> {
  if (applied !== gap - 1) return false
  if (behind !== null) return moveCursorTo(pool, stream, { from: applied, to: behind - 1 })
  await rename(path.join(folder, stream), path.join(folder, `${stream}${lostEnding}`))
  await endCursor(pool, stream, now())
  return true
}
