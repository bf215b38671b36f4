/**
 * The number of a stream's last group that was acknowledged, in a file next to its groups. Without it,
 * damage at the end of a stream looks like a group that was written in part, and ends it silently.
 *
 * Written before each acknowledgment and synced with each file only: it survives a process, and a power cut
 * may leave an earlier number, which is a lower bound as well.
 */
import { constants, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { realDisk } from './segments.server.ts'

/** Number (8, a double) and checksum (4), little endian. */
const countBytes = 12

const countFile = (folder: string) => path.join(folder, 'count')

export type StreamCount = {
  note: (n: number) => Promise<void>
  sync: () => Promise<void>
  close: () => Promise<void>
}

export async function createStreamCount(folder: string): Promise<StreamCount> {
  const handle = await open(countFile(folder), constants.O_CREAT | constants.O_WRONLY, 0o600)
  const bytes = Buffer.alloc(countBytes)
  async function note(n: number): Promise<void> {
    bytes.writeDoubleLE(n, 0)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8)
    await realDisk.write(handle, bytes, 0)
  }
  try {
    await note(0)
    await handle.sync()
  } catch (error) {
    await handle.close()
    throw error
  }
  return { note, sync: () => handle.sync(), close: () => handle.close() }
}

/**
 * @returns 0 for a stream of a release that counted nothing; null when the file is damaged
 * @throws the system's error
 */
export async function readStreamCount(folder: string): Promise<number | null> {
  const bytes = await readFile(countFile(folder)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!bytes) return 0
  const isWhole =
    bytes.length === countBytes && crc32(bytes.subarray(0, 8)) === bytes.readUInt32LE(8)
  return isWhole ? bytes.readDoubleLE(0) : null
}
