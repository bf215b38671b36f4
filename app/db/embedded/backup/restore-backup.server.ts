/** Puts a backup in the place of the embedded database. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { newestMigration } from '../../migrate.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { lockFolder } from '../lock.server.ts'
import { unpack } from './archive.server.ts'
import { checksumsOf } from './data-files.server.ts'
import { forgetRestore, noteRestore, readInterrupted } from './interrupted.server.ts'
import { entries, manifest as manifestShape, type Manifest } from './manifest.ts'

export type RestoreOptions = {
  dataDir: string
  /** Identifies the key that the product will run with. @param archived the key in the backup, if it has one */
  fingerprintWith: (archived: string | null) => string
  /** Keeps what is there in a folder next to it, instead of refusing. */
  replaces: boolean
  now: () => Date
}

export type PlacedBackup = {
  createdAt: string
  /** The data that was there before. Null: there was none. */
  previous: string | null
  /** Puts back what was there before. */
  undo: () => Promise<void>
}

/**
 * Checks the whole backup before it changes anything.
 *
 * @throws Refusal when the file is damaged, from a newer version or of another key, or the folder holds data
 * @throws FolderHeld while a product uses the folder
 */
export async function placeBackup(file: string, options: RestoreOptions): Promise<PlacedBackup> {
  const { dataDir, replaces } = options
  if (!existsSync(file)) throw new Refusal('not_found', `File not found: ${file}`)
  const lock = await lockFolder(dataDir, holder)
  const unpacked = path.join(dataDir, 'restore-unfinished')
  try {
    const interrupted = readInterrupted(dataDir)
    if (interrupted) await putBack(dataDir, interrupted.previous)
    if (holdsData(dataDir) && !replaces) {
      throw new Refusal(
        'conflict',
        `${dataDir} holds data. Choose another DATA_DIR, or add --replace, which keeps it in a folder next to the restored data.`,
      )
    }
    await rm(unpacked, { recursive: true, force: true })
    await mkdir(unpacked, { mode: 0o700 })
    const { createdAt } = await readUnpacked(file, unpacked, options)
    const previous = holdsData(dataDir) ? await prepareAside(options) : null
    noteRestore(dataDir, { previous })
    if (previous !== null) {
      await rename(path.join(dataDir, entries.data), path.join(previous, entries.data))
    }
    await place(unpacked, dataDir)
    forgetRestore(dataDir)
    return { createdAt, previous, undo: () => undo(dataDir, previous) }
  } finally {
    await rm(unpacked, { recursive: true, force: true })
    await lock.release()
  }
}

const holder = { address: 'restore' }

const holdsData = (dataDir: string) => existsSync(path.join(dataDir, entries.data, 'PG_VERSION'))

async function readUnpacked(
  file: string,
  folder: string,
  { fingerprintWith }: RestoreOptions,
): Promise<Manifest> {
  const damaged = new Refusal(
    'invalid',
    `${file} is damaged or isn’t a backup. Nothing was changed.`,
  )
  const manifest = await unpack(file, folder)
    .then(() => readManifest(folder))
    .catch((error: unknown) => {
      if (error instanceof Refusal) throw error
      throw damaged
    })
  const { [entries.manifest]: _itself, ...found } = await checksumsOf(folder)
  if (JSON.stringify(found) !== JSON.stringify(manifest.checksums)) throw damaged

  const keyFile = path.join(folder, entries.key)
  const archived = existsSync(keyFile) ? (await readFile(keyFile, 'utf8')).trim() : null
  if (manifest.keyFingerprint !== fingerprintWith(archived)) {
    throw new Refusal(
      'conflict',
      'The backup was made with another APP_KEY. Set the APP_KEY of that time, then try again.',
    )
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const stored: unknown = JSON.parse(await readFile(path.join(folder, entries.manifest), 'utf8'))
  const { format, schema } = stored as Partial<Record<string, unknown>>
  const isNewer = Number(format) > 1 || Number(schema) > newestMigration()
  if (isNewer) {
    throw new Refusal(
      'conflict',
      'The backup is from a newer version. Update to that version, then try again.',
    )
  }
  return manifestShape.parse(stored)
}

/** A folder for the data from before, with its key. */
async function prepareAside({ dataDir, now }: RestoreOptions): Promise<string> {
  const stamp = now().toISOString().slice(0, 19).replaceAll(':', '-')
  const previous = path.join(dataDir, `before-restore-${stamp}`)
  await mkdir(previous, { mode: 0o700 })
  const key = path.join(dataDir, entries.key)
  if (existsSync(key)) await copyFile(key, path.join(previous, entries.key))
  return previous
}

async function place(unpacked: string, dataDir: string): Promise<void> {
  // A folder without a database has an empty one at most.
  await rm(path.join(dataDir, entries.data), { recursive: true, force: true })
  const key = path.join(unpacked, entries.key)
  if (existsSync(key)) await rename(key, path.join(dataDir, entries.key))
  await rename(path.join(unpacked, entries.data), path.join(dataDir, entries.data))
}

async function undo(dataDir: string, previous: string | null): Promise<void> {
  const lock = await lockFolder(dataDir, holder)
  try {
    noteRestore(dataDir, { previous })
    await putBack(dataDir, previous)
  } finally {
    await lock.release()
  }
}

/** Can be run again after it was interrupted itself. */
async function putBack(dataDir: string, previous: string | null): Promise<void> {
  const data = path.join(dataDir, entries.data)
  // Without a database in it, the one from before is still, or again, where it was.
  if (previous === null || holdsData(previous)) await rm(data, { recursive: true, force: true })
  if (previous !== null) {
    if (holdsData(previous)) await rename(path.join(previous, entries.data), data)
    const key = path.join(previous, entries.key)
    if (existsSync(key)) await rename(key, path.join(dataDir, entries.key))
    await rm(previous, { recursive: true, force: true })
  }
  forgetRestore(dataDir)
}
