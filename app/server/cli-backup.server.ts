/** The commands `backup` and `restore`, with everything that they need. */
import path from 'node:path'
import type { Config } from '#app/config.server.ts'
import { placeBackup } from '#app/db/embedded/backup/restore-backup.server.ts'
import { takeBackup, type Backup } from '#app/db/embedded/backup/take-backup.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { createLog } from '#app/lib/log.server.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'
import { compose } from './compose.server.ts'

/** The same for the same `APP_KEY`, and doesn't reveal it. */
const fingerprintOf = ({ appKey }: Pick<Config, 'appKey'>) =>
  createSecrets(appKey).fingerprint('app key', 'backup')

function refusePostgres({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return
  throw new Refusal(
    'conflict',
    'This is for the embedded database, and DATABASE_URL is set. Use PostgreSQL’s tools: docs/operate.md.',
  )
}

/** @throws Refusal, see takeBackup, and on PostgreSQL */
export function backUp({ config, db, now }: Services, file: string): Promise<Backup> {
  refusePostgres(config)
  const { dataDir, appKey } = config
  const product = { dataDir, appKey, keyFingerprint: fingerprintOf(config), now }
  return takeBackup(db, product, path.resolve(file))
}

/**
 * @param readConfig called again after the restore, because the key may have come with the backup
 * @throws Refusal, see placeBackup, on PostgreSQL, and when the restored database can't be opened
 */
export async function restore(readConfig: () => Config, file: string, replaces: boolean) {
  const config = readConfig()
  refusePostgres(config)
  const { dataDir } = config
  const { createdAt, previous, undo } = await placeBackup(path.resolve(file), {
    dataDir,
    keyFingerprint: fingerprintOf(config),
    replaces,
    now: () => new Date(),
  })
  try {
    return { createdAt, folder: dataDir, previous, erased: await openOnce(readConfig()) }
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
