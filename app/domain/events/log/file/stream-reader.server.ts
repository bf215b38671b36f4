/** Reads the groups of a stream in their order, and only the next number. */
import { open, type FileHandle } from 'node:fs/promises'
import { LogGap, type NumberedGroup, type StreamReader } from '../event-log.ts'
import { createBatchReader } from '../group-batches.ts'
import { decodeGroup, findGroup } from './records.ts'
import { listSegments, type Segment } from './segments.server.ts'
import { readStreamCount } from './stream-count.server.ts'

/** Some twenty groups of a busy node. */
const chunkBytes = 256 * 1024

type OpenSegment = Segment & {
  handle: FileHandle
  /** Where the next group begins. */
  at: number
  /** Bytes from some place in the file on. */
  chunk: Buffer
  chunkAt: number
  /** The chunk reaches the end of the file. */
  isAll: boolean
}

/**
 * @param kept number of the last group that was acknowledged; Infinity when its writer has ended, so
 *   that what it wrote last may be there in part
 */
export function openStream(
  folder: string,
  { from, kept }: { from: number; kept: () => number },
): StreamReader {
  let next = from + 1
  let segment: OpenSegment | null = null
  /** Read into again and again, since the system clears new memory each time. */
  let room: Buffer | undefined

  const gap = (reason: string) =>
    new LogGap(`${folder}: ${reason} at group ${String(next)}, and others may follow.`)

  async function load(bytes: number): Promise<void> {
    if (!segment) return
    const { handle, at } = segment
    const chunk =
      bytes > chunkBytes ? Buffer.allocUnsafe(bytes) : (room ??= Buffer.allocUnsafe(chunkBytes))
    // Nothing of it is read again when this fails.
    segment.chunk = chunk.subarray(0, 0)
    let length = 0
    for (;;) {
      const { bytesRead } = await handle.read(chunk, length, chunk.length - length, at + length)
      length += bytesRead
      if (bytesRead === 0 || length === chunk.length) break
    }
    segment.chunk = chunk.subarray(0, length)
    segment.chunkAt = at
    segment.isAll = length < chunk.length
  }

  /** @returns false when there is none. @throws LogGap when only later ones are left */
  async function enter(): Promise<boolean> {
    const segments = await listSegments(folder)
    const found = segments.findLast(({ first }) => first <= next)
    // A folder without files ends a stream only when nothing of it was applied.
    if (!found && (segments.length > 0 || next > 1)) throw gap('the file is missing')
    if (!found || found.first === segment?.first) return false
    await segment?.handle.close()
    segment = null
    const handle = await open(found.file, 'r')
    segment = { ...found, handle, at: 0, chunk: Buffer.alloc(0), chunkAt: 0, isAll: false }
    await load(0)
    return true
  }

  /** Bytes of the segment behind the place of the next group. */
  async function restOf({ handle, at }: OpenSegment): Promise<Buffer> {
    const { size } = await handle.stat()
    const rest = Buffer.alloc(Math.max(0, size - at))
    await handle.read(rest, 0, rest.length, at)
    return rest
  }

  /**
   * Nothing readable is here. Damaged groups in front of the next one are applied or given up, so nothing is
   * passed over when that one, or the one before it, is found behind them.
   *
   * @returns false at the end of the stream
   * @throws LogGap
   */
  async function goOn(current: OpenSegment, isDamaged: boolean): Promise<boolean> {
    if (await enter()) return true
    const later = findGroup(await restOf(current), 0, next - 1)
    if (later && later.n <= next) {
      current.at += later.at
      await load(0)
      return true
    }
    const segments = await listSegments(folder)
    const hasLater =
      isDamaged || later !== null || segments.some(({ first }) => first > current.first)
    if (hasLater) throw gap('the log is damaged')
    return false
  }

  async function readNext(): Promise<NumberedGroup | null> {
    if (!segment && !(await enter())) return null
    for (let isFresh = false; segment !== null;) {
      const found = decodeGroup(segment.chunk, segment.at - segment.chunkAt, segment.isAll)
      if (found.kind === 'group') {
        const { group } = found
        // The place stays, so that the next call finds the gap again.
        if (group.n > next) throw gap('groups are missing')
        segment.at += found.bytes
        isFresh = false
        if (group.n < next) continue
        next += 1
        return group
      }
      if (found.kind === 'more') {
        await load(found.bytes)
        continue
      }
      // The writer may have written more since.
      if (!isFresh) {
        await load(0)
        isFresh = true
        continue
      }
      if (!(await goOn(segment, found.kind === 'damaged'))) return null
      isFresh = false
    }
    return null
  }

  /** @returns null when nothing more is kept. @throws LogGap, at each further call too */
  async function readKept(): Promise<NumberedGroup | null> {
    if (next > kept()) return null
    const group = await readNext()
    if (group) return group
    const acknowledged = kept() === Infinity ? await readStreamCount(folder) : kept()
    if (acknowledged === null) throw gap('the count is damaged, so the end is unknown,')
    if (next > acknowledged) return null
    // A writer that goes on, unseen from here, may have written it before the count was read.
    const written = await readNext()
    if (!written) throw gap('an acknowledged group is missing')
    return written
  }

  return createBatchReader({
    next: readKept,
    async close() {
      await segment?.handle.close()
      segment = null
    },
  })
}
