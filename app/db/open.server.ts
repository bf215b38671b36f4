/** Opens the database. The only file that knows which engine answers. */
import { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Queries } from './db.ts'
import {
  FolderHeld,
  lockFolder,
  socketFile,
  socketFolder,
  type Lock,
} from './embedded/lock.server.ts'
import { createListen, type Listen } from './listen.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import * as schema from './schema/index.ts'

export type OpenDatabase = {
  db: Database
  /** For libraries that bring their own SQL (pg-boss, limits) and for hand-written hot statements. */
  pool: pg.Pool
  engine: 'embedded' | 'postgres'
  /** Hears what is announced with NOTIFY, by whichever process. */
  listen: Listen
  close: () => Promise<void>
}

type OpenOptions = {
  /** PostgreSQL's address; absent: the embedded database in `dataDir`. */
  url: string | undefined
  /** Null keeps the embedded database in memory. */
  dataDir: string | null
  /** Told to a second process that wants the same folder. */
  address: string
  /** The command line works on a running product through its socket instead of being refused. */
  joinRunning?: boolean
  /** A prepared dump of an empty database, to start quicker. */
  template?: string | null
  onIdleError?: (error: Error) => void
}

/** R09 (security.md): what a statement, a lock and the wait for a connection may take at most. */
const limits = {
  statement: 5_000,
  longStatement: 10 * 60_000,
  lock: 3_000,
  connection: 2_000,
  answer: 8_000,
}

const systemRole = 'footfall_system'

/**
 * Opens, brings the tables up to date and hands out a pool that works as the system role.
 *
 * @throws FolderHeld when another process serves the embedded database and `joinRunning` is off
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.url === undefined
    ? openEmbedded(options)
    : openPostgres(options.url, options.onIdleError)
}

async function openPostgres(
  url: string,
  onIdleError?: (error: Error) => void,
): Promise<OpenDatabase> {
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
    connectionTimeoutMillis: limits.connection,
    // A server that hangs keeps no time itself.
    query_timeout: limits.answer,
    options: sessionOptions(limits.statement),
  })
  const { db } = wrap(pool, onIdleError)
  return {
    db: { ...db, longTransaction: (work) => runApart(url, work) },
    pool,
    engine: 'postgres',
    listen: createListen(url, onIdleError ?? (() => undefined)),
    close: () => pool.end(),
  }
}

/** Statements are short and many here: compiling one costs more than it ever saves. */
const sessionOptions = (statementMillis: number) =>
  `-c role=${systemRole} -c statement_timeout=${String(statementMillis)} -c lock_timeout=${String(limits.lock)} -c jit=off`

/** A connection of its own: the pool's give up on an answer that takes long. */
async function runApart<T>(url: string, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.connection,
    options: sessionOptions(limits.longStatement),
  })
  // A connection that breaks fails the query that runs, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await drizzle({ client, schema }).transaction(work)
  } finally {
    await client.end()
  }
}

async function openEmbedded(options: OpenOptions): Promise<OpenDatabase> {
  const folder = options.dataDir
  if (folder === null) throw new Error('The embedded database needs a folder.')

  let lock: Lock
  try {
    lock = await lockFolder(folder, options.address)
  } catch (error) {
    if (!(error instanceof FolderHeld) || !options.joinRunning) throw error
    const pool = embeddedPool(folder)
    return {
      ...wrap(pool, options.onIdleError),
      engine: 'embedded',
      listen: deaf,
      close: () => pool.end(),
    }
  }

  const worker = await startWorker(folder, options.template ?? null)
  await prepareEmbedded(folder)
  const pool = embeddedPool(folder)
  return {
    ...wrap(pool, options.onIdleError),
    engine: 'embedded',
    listen: listenToWorker(worker, pool),
    close: async () => {
      await pool.end()
      await stopWorker(worker)
      await lock.release()
    },
  }
}

/** One session behind the socket: a second connection would only wait for the first. */
const embeddedPool = (folder: string) =>
  new pg.Pool({
    host: socketFolder(folder),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    connectionTimeoutMillis: 10_000,
  })

async function startWorker(folder: string, template: string | null): Promise<Worker> {
  // Beside this file in the tree, and beside the bundle that this file ends up in.
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

/** The database's one session listens, and its thread hands on whatever any client announced. */
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
      // Then nobody listens, and what is kept in memory is asked for again after two seconds.
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

/** A command beside the running product needs no news: it is over in a moment. */
const deaf: Listen = () => ({ stop: () => Promise.resolve() })

async function stopWorker(worker: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve()
    })
    worker.postMessage('stop')
  })
}

/** The session begins as PostgreSQL's owner; it leaves that role for good once the tables stand. */
async function prepareEmbedded(folder: string): Promise<void> {
  const owner = new pg.Client({
    host: socketFolder(folder),
    user: 'postgres',
    database: 'postgres',
  })
  await owner.connect()
  try {
    await migrateDatabase(owner)
    await owner.query(`set role ${systemRole}`)
  } finally {
    await owner.end()
  }
}

function wrap(pool: pg.Pool, onIdleError: (error: Error) => void = () => undefined) {
  // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
  pool.on('error', onIdleError)
  const system = drizzle({ client: pool, schema })
  const db: Database = {
    system,
    transaction: (work) => system.transaction(work),
    // The embedded database has one session, and its pool waits as long as it takes.
    longTransaction: (work) => system.transaction(work),
    asTeam: ({ teamId }, work) =>
      system.transaction(async (tx) => {
        // Screens and calls ask for a few rows: to start processes that help would take longer.
        await tx.execute(sql`
          select set_config('role', 'footfall_app', true),
            set_config('app.team_id', ${String(teamId)}, true),
            set_config('max_parallel_workers_per_gather', '0', true)`)
        return work(tx)
      }),
  }
  return { db, pool }
}
