/** Opens the database. The only file that knows the engine. */
import { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { withAfterCommit, type Begin } from './after-commit.server.ts'
import { beginAsSystem, beginAsTeam, beginOn, settingsOf } from './begin-as-team.server.ts'
import type { Database, Queries } from './db.ts'
import {
  FolderHeld,
  lockFolder,
  requireSameKey,
  socketFile,
  socketFolder,
  type Lock,
} from './embedded/lock.server.ts'
import { refuseInterrupted } from './embedded/backup/interrupted.server.ts'
import { createListen, type Listen } from './listen.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { runAgain } from './run-again.server.ts'
import { minuteMillis } from '#app/lib/time.ts'

export type OpenDatabase = {
  db: Database
  /** For libraries with their own SQL (pg-boss, rate limits) and hand-written hot statements. */
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /** Receives NOTIFY of all processes. */
  listen: Listen
  close: () => Promise<void>
}

type OpenOptions = {
  /** PostgreSQL's URL; absent: the embedded database in `dataDir`. */
  url: string | undefined
  /** Null keeps the embedded database in memory. */
  dataDir: string | null
  /** Shown to a second process that wants the same folder. */
  address: string
  /** Identifies `APP_KEY`: a process with another one can't join. */
  keyFingerprint?: string
  /** False leaves an embedded database as the last version left it, for a backup. */
  migrates?: boolean
  /** Lets the command line join a running product through its socket instead of being refused. */
  joinRunning?: boolean
  /** A dump of an empty database, for a faster start. */
  template?: string | null
  onIdleError?: (error: Error) => void
  /** Hears of callbacks that failed after their transaction was committed. */
  onAfterCommitError?: (error: unknown) => void
  /** Hears of transactions that PostgreSQL ended in favor of others, and that are run again. */
  onRunAgain?: (error: unknown) => void
}

type Listeners = Pick<OpenOptions, 'onIdleError' | 'onAfterCommitError' | 'onRunAgain'>

/**
 * Time limits of statements, locks and waiting for a connection. A slow one must not hold up
 * everyone else.
 */
const limits = {
  statement: 5_000,
  longStatement: 10 * minuteMillis,
  lock: 3_000,
  connection: 2_000,
  answer: 8_000,
}

/**
 * Statements that don't wait for each other are sent together: `Promise.all` in a transaction is one
 * trip to the database.
 */
const pipeline = true

const systemRole = 'footfall_system'

/**
 * Opens the database, runs migrations and returns a pool with the system role.
 *
 * @throws FolderHeld when another process serves the embedded database and `joinRunning` is off
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options)
}

async function openPostgres(url: string, listeners: Listeners): Promise<OpenDatabase> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await migrateDatabase(owner)
  } finally {
    await owner.end()
  }

  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline,
    connectionTimeoutMillis: limits.connection,
    // A hung server doesn't enforce its own limits.
    query_timeout: limits.answer,
    options: sessionOptions(limits.statement),
  })
  return {
    db: wrap(pool, listeners, (work, mustCommit) => runApart(url, { work, mustCommit })),
    pool,
    engine: 'postgres',
    listen: createListen(url, listeners.onIdleError ?? (() => undefined)),
    close: () => pool.end(),
  }
}

/** Statements here are short and many, so JIT compilation costs more than it saves. */
const sessionOptions = (statementMillis: number) =>
  `-c role=${systemRole} -c statement_timeout=${String(statementMillis)} -c lock_timeout=${String(limits.lock)} -c jit=off`

/** A separate connection, because those of the pool time out. */
async function runApart<T>(
  url: string,
  apart: { work: (tx: Queries) => Promise<T>; mustCommit: () => boolean },
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.connection,
    options: sessionOptions(limits.longStatement),
  })
  // A broken connection fails the running query anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await beginOn(client, { beginning: 'begin', ...apart })
  } finally {
    await client.end()
  }
}

async function openEmbedded(options: OpenOptions): Promise<OpenDatabase> {
  const { dataDir: folder, keyFingerprint } = options
  if (folder === null) throw new Error('The embedded database needs a folder.')

  let lock: Lock
  try {
    lock = await lockFolder(folder, { address: options.address, keyFingerprint })
  } catch (error) {
    if (!(error instanceof FolderHeld) || !options.joinRunning) throw error
    requireSameKey(folder, keyFingerprint)
    const pool = embeddedPool(folder)
    return {
      db: wrap(pool, options),
      pool,
      engine: 'embedded',
      listen: deaf,
      close: () => pool.end(),
    }
  }

  const worker = await openLocked(folder, options).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  const pool = embeddedPool(folder)
  return {
    db: wrap(pool, options),
    pool,
    engine: 'embedded',
    listen: listenToWorker(worker, pool),
    close: async () => {
      await pool.end()
      await stopWorker(worker)
      await lock.release()
    },
  }
}

/** @returns the running engine; when it can't be prepared, none is left running */
async function openLocked(
  folder: string,
  { template = null, migrates = true }: OpenOptions,
): Promise<Worker> {
  refuseInterrupted(folder)
  const worker = await startWorker(folder, template)
  try {
    await prepareEmbedded(folder, migrates)
    return worker
  } catch (error) {
    await stopWorker(worker)
    throw error
  }
}

/**
 * The embedded database has one session, so a second connection would only wait. It stays open while it's
 * idle: a backup ends with its connection.
 */
const embeddedPool = (folder: string) =>
  new pg.Pool({
    host: socketFolder(folder),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    pipeline,
    connectionTimeoutMillis: 10_000,
  })

async function startWorker(folder: string, template: string | null): Promise<Worker> {
  // Next to this file in the source tree, and next to the bundle in the build.
  const names = ['./embedded/embedded-worker.js', './embedded-worker.js']
  const file = new URL(names[import.meta.env.PROD ? 1 : 0] ?? '', import.meta.url)
  const worker = new Worker(file, {
    workerData: { folder: `${folder}/pg`, socket: socketFile(folder), template },
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => {
      resolve()
    })
    worker.once('error', reject)
  })
  return worker
}

/** The worker's only session listens, and its thread forwards all clients' notifications. */
function listenToWorker(worker: Worker, pool: pg.Pool): Listen {
  return (channel, listener) => {
    let isStopped = false
    const hear = (message: unknown) => {
      const { announced, payload } = message as { announced?: string; payload?: string }
      if (announced === channel) listener.onNotification(payload ?? '')
    }
    worker.on('message', hear)
    pool.query(`listen ${pg.escapeIdentifier(channel)}`).then(
      () => {
        if (!isStopped) listener.onListening()
      },
      // Without LISTEN, cached values are read again after two seconds.
      () => undefined,
    )
    return {
      stop() {
        isStopped = true
        worker.off('message', hear)
        return Promise.resolve()
      },
    }
  }
}

/** A command next to the running product ends too soon to need notifications. */
const deaf: Listen = () => ({ stop: () => Promise.resolve() })

async function stopWorker(worker: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve()
    })
    worker.postMessage('stop')
  })
}

/**
 * The session starts as PostgreSQL's owner, and permanently leaves that role after the migrations. The
 * worker's autovacuum runs in it too.
 */
async function prepareEmbedded(folder: string, migrates: boolean): Promise<void> {
  const owner = new pg.Client({
    host: socketFolder(folder),
    user: 'postgres',
    database: 'postgres',
  })
  await owner.connect()
  try {
    if (migrates) await migrateDatabase(owner)
    await owner.query(`grant pg_maintain to ${systemRole}; set role ${systemRole}`)
  } finally {
    await owner.end()
  }
}

/** @param beginLong absent: as any transaction begins, since an embedded pool waits as long as it takes */
function wrap(pool: pg.Pool, listeners: Listeners, beginLong?: Begin): Database {
  const {
    onIdleError = () => undefined,
    onAfterCommitError: onError = () => undefined,
    onRunAgain = () => undefined,
  } = listeners
  // The pool replaces idle connections that break. Without a listener the error would end the
  // process.
  pool.on('error', onIdleError)
  // The same for one that breaks between two statements of a transaction: the next one fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const system = drizzle({ client: pool })
  const begin = beginAsSystem(pool)
  const transaction = withAfterCommit({ begin, onError })
  const longTransaction = withAfterCommit({ begin: beginLong ?? begin, onError })
  return {
    system,
    transaction: (work) => runAgain(() => transaction(work), onRunAgain),
    longTransaction: (work) => runAgain(() => longTransaction(work), onRunAgain),
    readSnapshot: (work) =>
      longTransaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read, read only`)
        return work(tx)
      }),
    asTeam: ({ teamId }, work) => {
      const asTeam = withAfterCommit({ begin: beginAsTeam(pool, teamId), onError })
      return runAgain(() => asTeam(work), onRunAgain)
    },
    asTeamAfter: ({ teamId }, look) => {
      const run = () =>
        transaction(async (tx) => {
          const work = await look(tx)
          await tx.execute(sql.raw(settingsOf(teamId)))
          return work(tx)
        })
      return runAgain(run, onRunAgain)
    },
  }
}
