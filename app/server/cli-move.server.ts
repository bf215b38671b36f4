/** The command `move-to-postgres`, with everything that it needs. */
import pg from 'pg'
import { readKeyFile } from '#app/config-key-file.server.ts'
import type { Config } from '#app/config.server.ts'
import { copyLibraryTable, copyTables } from '#app/db/move/copy-database.server.ts'
import { advisoryLock } from '#app/db/migrate.server.ts'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'
import { createQueuesLike, openJobs } from '#app/jobs/prepare-queues.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { createLog } from '#app/lib/log.server.ts'
import { existingKey, requireDatabase, type ReadConfig } from './cli-backup.server.ts'

export type Move = {
  /** Data folder that was read. It stays as it was. */
  folder: string
  tables: number
  rows: number
  jobs: number
}

/**
 * Copies the embedded database of the data folder into the empty PostgreSQL database of DATABASE_URL.
 * Either everything arrives or nothing.
 *
 * @throws Refusal without DATABASE_URL, without an embedded database or its key, with another key, and when PostgreSQL holds accounts
 * @throws FolderHeld while a product uses the folder
 */
export async function moveToPostgres(readConfig: ReadConfig): Promise<Move> {
  const config = readConfig(existingKey)
  const { dataDir, databaseUrl: url } = config
  if (url === undefined) {
    throw new Refusal(
      'conflict',
      'DATABASE_URL isn’t set. Set it to the URL of an empty PostgreSQL database, then try again.',
    )
  }
  requireDatabase(config)
  requireFolderKey(config)
  const from = await openDatabase({ url: undefined, dataDir, address: 'move-to-postgres' })
  try {
    const to = await openDatabase({ url, dataDir: null, address: 'move-to-postgres' })
    try {
      return { folder: dataDir, ...(await copy(config, { from, to, url })) }
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Another key reads nothing that the folder's key encrypted. */
function requireFolderKey({ dataDir, appKey, previousKeys }: Config): void {
  const kept = readKeyFile(dataDir)
  if (kept === null || [appKey, ...previousKeys].includes(kept)) return
  throw new Refusal(
    'conflict',
    `${dataDir} was written with another APP_KEY. Set APP_KEY to the content of its file app-key, then try again.`,
  )
}

type Sides = { from: OpenDatabase; to: OpenDatabase; url: string }

async function copy({ logLevel }: Config, { from, to, url }: Sides): Promise<Omit<Move, 'folder'>> {
  const log = createLog(logLevel, process.stderr)
  await createQueuesLike(from.pool, { pool: to.pool, log })
  const source = await from.pool.connect()
  const target = new pg.Client({ connectionString: url })
  await target.connect()
  try {
    await source.query('begin; set local role none')
    // A product that starts meanwhile waits for its migrations, and so for the end of this.
    await target.query(`begin; select pg_advisory_xact_lock(${String(advisoryLock)})`)
    const copied = await copyTables({ source, target })
    const jobs = await copyLibraryTable({ source, target }, openJobs)
    await target.query('commit')
    await target.query('analyze')
    return { ...copied, jobs }
  } finally {
    await source.query('rollback')
    source.release()
    await target.end()
  }
}
