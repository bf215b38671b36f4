/** The files of a stream, each named by the number of its first group. */
import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

export type Segment = { first: number; file: string }

const digits = 16
const ending = '.segment'

export const segmentFile = (folder: string, first: number) =>
  path.join(folder, `${String(first).padStart(digits, '0')}${ending}`)

/** In the order of their groups. Empty without the folder. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names
    .filter((name) => name.length === digits + ending.length && name.endsWith(ending))
    .sort()
    .map((name) => ({ first: Number(name.slice(0, digits)), file: path.join(folder, name) }))
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** How the log writes its groups. */
export type Disk = {
  /** Resolves when the bytes are on the disk. */
  write: (handle: FileHandle, bytes: Buffer, at: number) => Promise<void>
}

export const realDisk: Disk = {
  async write(handle, bytes, at) {
    // write(2) may write less than it was given.
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
      done += bytesWritten
    }
  },
}

/** Makes names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
