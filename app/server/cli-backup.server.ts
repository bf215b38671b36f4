/** The commands `backup` and `restore`, with everything that they need. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readKeyFile } from '#app/config-key-file.server.ts'
import type { Config } from '#app/config.server.ts'
import { placeBackup } from '#app/db/embedded/backup/restore-backup.server.ts'
import { takeBackup, type Backup } from '#app/db/embedded/backup/take-backup.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { createLog } from '#app/lib/log.server.ts'
import { fingerprintOfKey } from '#app/lib/security/secrets.server.ts'
import { compose } from './compose.server.ts'

/** Reads the variables. @param keyOf the key without `APP_KEY` */
export type ReadConfig = (keyOf: (dataDir: string) => string) => Config

/** No command on the folder creates a key: it would be another one than the data was written with. */
export const existingKey = (dataDir: string) => readKeyFile(dataDir) ?? ''

/** Without a key, that of no backup. */
const fingerprintOf = ({ appKey }: Config) => (appKey === '' ? '' : fingerprintOfKey(appKey))

function refusePostgres({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return
  throw new Refusal(
    'conflict',
    'This is for the embedded database, and DATABASE_URL is set. Use PostgreSQL’s tools: docs/operate.md.',
  )
}

/** @throws Refusal, see takeBackup, and on PostgreSQL or when there is no database or no key */
export async function backUp(readConfig: ReadConfig, file: string): Promise<Backup> {
  const config = readConfig(existingKey)
  refusePostgres(config)
  const { dataDir, appKey, appUrl: address } = config
  requireDatabase(config)
  const keyFingerprint = fingerprintOf(config)
  const { db, close } = await openDatabase({
    url: undefined,
    dataDir,
    address,
    keyFingerprint,
    joinRunning: true,
    // The version that wrote it can be started on it again.
    migrates: false,
  })
  const product = { dataDir, appKey, keyFingerprint, now: () => new Date() }
  try {
    return await takeBackup(db, product, path.resolve(file))
  } finally {
    await close()
  }
}

/** @throws Refusal when the folder has no embedded database, or no key for it */
export function requireDatabase({ dataDir, appKey }: Config): void {
  const advice = 'Run the command with the product’s variables: docs/operate.md.'
  if (!existsSync(path.join(dataDir, 'pg/PG_VERSION'))) {
    throw new Refusal('not_found', `There is no database in ${dataDir}. ${advice}`)
  }
  if (appKey === '') {
    throw new Refusal('conflict', `APP_KEY isn’t set, and ${dataDir} has no key. ${advice}`)
  }
}

/**
 * @param readConfig called again after the restore, because the key may have come with the backup
 * @throws Refusal, see placeBackup, on PostgreSQL, and when the restored database can't be opened
 */
export async function restore(readConfig: ReadConfig, file: string, replaces: boolean) {
  const config = readConfig(existingKey)
  refusePostgres(config)
  const { dataDir } = config
  const { createdAt, previous, undo } = await placeBackup(path.resolve(file), {
    dataDir,
    fingerprintWith: (archived) =>
      fingerprintOf(readConfig(() => archived ?? existingKey(dataDir))),
    replaces,
    now: () => new Date(),
  })
  try {
    return { createdAt, folder: dataDir, previous, erased: await openOnce(readConfig(existingKey)) }
  } catch (error) {
    await undo()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      'conflict',
      `The restored database can’t be opened, so everything is as it was before: ${reason}`,
    )
  }
}

/** Recovers the database, runs its migrations and erases again. @returns how much was erased again */
async function openOnce(config: Config): Promise<number> {
  const { services, close } = await compose(config, {
    log: createLog(config.logLevel, process.stderr),
  })
  try {
    return await applyErasures(services)
  } finally {
    await close()
  }
}
