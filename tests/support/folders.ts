/** Folders that last as long as a test run. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const wantedBytes = 2 * 1024 ** 3

/** Syncing in memory costs nothing, but a container's small /dev/shm would fill up. */
function fastFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > wantedBytes ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** An empty folder; the caller removes it. */
export const makeFolder = () => mkdtempSync(path.join(fastFolder(), 'footfall-test-'))

/** A process that is just ending may still write to it. */
export const removeFolder = (folder: string) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
