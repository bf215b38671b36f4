/**
 * Backs up the embedded database while it runs, as pg_basebackup does: the files are copied in any state
 * between pg_backup_start and pg_backup_stop, and the log of that time makes them whole when the copy is
 * opened. https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 *
 * Requests go on meanwhile, because another process copies.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '../../db.ts'
import { readSchemaVersion } from '../../migrate.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { pack } from './archive.server.ts'
import { checksumsOf, copyDataFiles, copyWal } from './data-files.server.ts'
import { entries, formatNumber, type Manifest } from './manifest.ts'

export type BackedUp = { dataDir: string; appKey: string; keyFingerprint: string; now: () => Date }

export type Backup = { file: string; bytes: number; createdAt: string }

/**
 * Writes a backup. The file has everything that a restore needs, the generated key included, so it's as
 * secret as the data folder.
 *
 * @param db of the running product, or of a stopped one's folder
 * @throws Refusal when the file exists, or another backup runs
 */
export async function takeBackup(
  db: Database,
  { dataDir, appKey, keyFingerprint, now }: BackedUp,
  file: string,
): Promise<Backup> {
  if (existsSync(file)) throw new Refusal('conflict', `${file} exists. Choose another name.`)
  const { dir } = path.parse(file)
  if (!existsSync(dir)) throw new Refusal('not_found', `Folder not found: ${dir}`)
  await holdBackups(db)
  // Only for its owner: tar would let others read what it writes.
  const folder = await mkdtemp(`${file}.unfinished-`)
  const removal = removeOnSignal(folder)
  const [staging, archive] = [path.join(folder, 'files'), path.join(folder, 'archive')]
  try {
    await copyWhole(db, path.join(dataDir, entries.data), path.join(staging, entries.data))
    const createdAt = now().toISOString()
    const keyFile = path.join(dataDir, entries.key)
    if (existsSync(keyFile) && readFileSync(keyFile, 'utf8').trim() === appKey) {
      await writeFile(path.join(staging, entries.key), appKey, { mode: 0o600 })
    }
    const manifest: Manifest = {
      format: formatNumber,
      createdAt,
      schema: await readSchemaVersion(db),
      keyFingerprint,
      checksums: await checksumsOf(staging),
    }
    await writeFile(path.join(staging, entries.manifest), JSON.stringify(manifest))
    await writeFile(archive, '', { flag: 'wx', mode: 0o600 })
    await pack(staging, archive)
    await sync(archive)
    await rename(archive, file)
    return { file, bytes: (await stat(file)).size, createdAt }
  } finally {
    removal.stop()
    await rm(folder, { recursive: true, force: true })
    await db.system.execute(sql.raw(`select pg_advisory_unlock(${String(held)})`))
  }
}

/** Ctrl-C leaves no copy of the data behind. The database notices the end of the connection. */
function removeOnSignal(folder: string) {
  const end = () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  return {
    stop: () => {
      for (const signal of signals) process.off(signal, end)
    },
  }
}

/**
 * Arbitrary, and the same as in embedded-worker.js: while it's locked, no checkpoint removes parts of the log.
 * The worker unlocks it when the connection that locked it ends.
 */
const held = 7_263_403

/** All connections share one session, which could lock it several times. */
async function holdBackups(db: Database): Promise<void> {
  const { rows } = await db.system.execute(
    sql.raw(`select pg_advisory_lock(${String(held)}) where not exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${String(held)}
    )`),
  )
  if (rows.length > 0) return
  throw new Refusal('conflict', 'Another backup is running. Try again when it has ended.')
}

async function copyWhole(db: Database, from: string, to: string): Promise<void> {
  await start(db)
  let ended: Ended
  try {
    await copyDataFiles(from, to)
  } finally {
    ended = await asOwner(db, stop)
  }
  const [, first = ''] = /\(file ([0-9A-F]{24})\)/.exec(ended.label) ?? []
  await copyWal(from, to, [first, ended.lastFile])
  await writeFile(path.join(to, 'backup_label'), ended.label, { mode: 0o600 })
}

/** In one session for all, a backup that was killed has never ended. */
async function start(db: Database): Promise<void> {
  const begin = (tx: Transaction) => tx.execute(sql`select pg_backup_start('footfall', true)`)
  try {
    await asOwner(db, begin)
  } catch (error) {
    if (!isInProgress(error)) throw error
    await asOwner(db, stop)
    await asOwner(db, begin)
  }
}

/** PostgreSQL: object_not_in_prerequisite_state. */
const isInProgress = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '55000') || isInProgress(error.cause))

type Ended = {
  /** The contents of backup_label. */
  label: string
  /** The last part of the log that the copy needs. */
  lastFile: string
}

const stopped = z.object({ label: z.string(), file: z.string() })

async function stop(tx: Transaction): Promise<Ended> {
  const { rows } = await tx.execute(
    sql`select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)`,
  )
  const { label, file } = stopped.parse(rows[0])
  return { label, lastFile: file }
}

/** Backups are for the owner of the tables; `none` is the role that opened the connection. */
const asOwner = <T>({ transaction }: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    return work(tx)
  })

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
