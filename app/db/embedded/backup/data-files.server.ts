/** The files of a PostgreSQL data folder that belong into a backup, and their checksums. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Path in the data folder → SHA-256 in hex. */
export type Checksums = Readonly<Record<string, string>>

/** Copied last, when the backup has ended. */
const walFolder = 'pg_wal'

/**
 * Folders whose contents belong to a running server alone. pg_basebackup leaves the same out:
 * https://www.postgresql.org/docs/current/protocol-replication.html (BASE_BACKUP).
 */
const emptied = new Set([
  walFolder,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const isLeftOut = (name: string) =>
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*)$/.test(name)

/**
 * Copies a data folder while its server runs, between pg_backup_start and pg_backup_stop. Files that the server
 * deletes or changes meanwhile are completed from its log when the copy is opened.
 */
export async function copyDataFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      await (emptied.has(entry.name)
        ? mkdir(target, { recursive: true, mode: 0o700 })
        : copyDataFiles(source, target))
    } else if (entry.isFile() && !isLeftOut(entry.name)) {
      await copyFile(source, target).catch(ignoreMissing)
    }
  }
}

function ignoreMissing(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

/** Copies the parts of the log from one name to another, both included. @returns how many */
export async function copyWal(
  from: string,
  to: string,
  [first, last]: readonly [string, string],
): Promise<number> {
  const names = (await readdir(path.join(from, walFolder))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  for (const name of names) {
    await copyFile(path.join(from, walFolder, name), path.join(to, walFolder, name))
  }
  if (!names.includes(first)) throw new Error(`${first} is missing in the log of the database.`)
  return names.length
}

/** Reads every file of a folder. Paths have slashes on every system. */
export async function checksumsOf(folder: string): Promise<Checksums> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const sums: [string, string][] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    sums.push([path.relative(folder, file).split(path.sep).join('/'), hash.digest('hex')])
  }
  return Object.fromEntries(sums.sort(([one], [other]) => (one < other ? -1 : 1)))
}
