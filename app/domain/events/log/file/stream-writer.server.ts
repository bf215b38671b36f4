/** Appends the groups of one stream to its files, one after the other. */
import { constants, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { EventGroup } from '../event-log.ts'
import { encodeGroup } from './records.ts'
import { realDisk, segmentFile, syncFolder, type Disk } from './segments.server.ts'
import { createStreamCount } from './stream-count.server.ts'

/**
 * Files have their size before anything is written, since a sync that changes no size takes less than
 * half as long. The first one is smaller: many processes end before they fill it.
 */
const segmentSizes = { first: 4 * 1024 * 1024, others: 64 * 1024 * 1024 }

export type SegmentSizes = typeof segmentSizes

export type StreamWriter = {
  /**
   * Resolves with the group's number when it is on the disk. Call again only afterwards, and not after
   * an error: part of the group may be there, and the stream ends with it.
   */
  append: (group: EventGroup) => Promise<number>
  /** Brings everything to the disk that was appended without a sync. */
  sync: () => Promise<void>
  /** Gives back room that wasn't needed. */
  end: () => Promise<void>
}

type Options = {
  disk?: Disk
  sizes?: SegmentSizes
  /** Each group is on the disk when it's appended, which is the default. Otherwise `sync` brings it there. */
  isSynced?: boolean
}

type Current = { handle: FileHandle; size: number; at: number }

const zeroBytes = 1024 * 1024

/** @throws the system's error when there is no room for a first file */
export async function createStreamWriter(
  folder: string,
  { disk = realDisk, sizes = segmentSizes, isSynced = true }: Options = {},
): Promise<StreamWriter> {
  let n = 0
  /** The next file, before it has a name. */
  let spare: Promise<number> | undefined
  const spareFile = path.join(folder, 'spare')

  async function allocate(size: number): Promise<number> {
    const handle = await open(spareFile, 'w', 0o600)
    try {
      const zeros = Buffer.alloc(Math.min(zeroBytes, size))
      for (let at = 0; at < size; at += zeros.length) {
        await disk.write(handle, zeros.subarray(0, Math.min(zeros.length, size - at)), at)
      }
      await handle.sync()
    } catch (error) {
      await rm(spareFile, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    return size
  }

  /** Begins a file for the next group. */
  async function begin(size: number): Promise<Current> {
    const prepared = spare ? await spare.catch(() => 0) : 0
    spare = undefined
    const ready = prepared >= size ? prepared : await allocate(size)
    const file = segmentFile(folder, n + 1)
    await rename(spareFile, file)
    await syncFolder(folder)
    const handle = await open(file, constants.O_RDWR | (isSynced ? constants.O_DSYNC : 0))
    return { handle, size: ready, at: 0 }
  }

  async function close({ handle, at }: Current): Promise<void> {
    try {
      await handle.truncate(at)
    } finally {
      await handle.close()
    }
  }

  const count = await createStreamCount(folder)
  let current = await begin(sizes.first).catch(async (error: unknown) => {
    await count.close()
    throw error
  })
  await syncFolder(path.dirname(folder))

  return {
    async append(group) {
      const record = encodeGroup({ ...group, n: n + 1 })
      if (current.at + record.length > current.size) {
        const next = await begin(Math.max(record.length, sizes.others))
        await close(current)
        current = next
        await count.sync()
      }
      await disk.write(current.handle, record, current.at)
      current.at += record.length
      await count.note(n + 1)
      n += 1
      if (!spare && current.at > current.size / 2) {
        spare = allocate(sizes.others)
        // Without it, the next file is created when it's needed.
        spare.catch(() => undefined)
      }
      return n
    },
    async sync() {
      await current.handle.datasync()
    },
    async end() {
      await spare?.catch(() => undefined)
      await rm(spareFile, { force: true })
      try {
        await count.sync()
      } finally {
        await count.close()
        await close(current)
      }
    },
  }
}
