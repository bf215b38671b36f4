/**
 * The thread that runs PGlite and serves PostgreSQL's protocol on a socket.
 *
 * Plain JavaScript, because Node loads workers itself, from the source tree in development and as a
 * separate entry in the build.
 *
 * Doesn't use pglite-socket: it interleaves the messages of two clients, so that one client's Bind
 * can follow the other's Parse (docs/decisions/0004-embedded-database.md).
 */
import { mkdirSync, openSync, closeSync, fsyncSync, readdirSync, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { logKept, startAutovacuum, startCheckpoints } from './upkeep.js'
import { createReader, endStatus, greeting, notificationsIn, simpleQuery } from './wire.js'

/**
 * `folder` null keeps everything in memory, for tests. `template` is a dump of an empty, migrated
 * database, loaded into a folder that holds none. `checkpoints` and `vacuumMillis` replace the usual ones, for
 * tests.
 *
 * @typedef {{ folder: string | null, socket: string, template: string | null,
 *   checkpoints?: import('./upkeep.js').Checkpoints, vacuumMillis?: number }} EmbeddedOptions
 */

/** PGlite's own file system never syncs. This one does what PostgreSQL requests. */
class DurableNodeFS extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const result = await super.init(pg, options)
    /** @param {any} emscripten */
    const addSync = (emscripten) => {
      const nodeFs = emscripten.NODEFS ?? emscripten.FS.filesystems.NODEFS
      /** @param {{ nfd?: number, node: unknown }} stream */
      nodeFs.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncFolder(nodeFs.realPath(stream.node))
        else fsyncSync(stream.nfd)
        return 0
      }
    }
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), addSync]
    return result
  }
}

/** @param {string} folder */
function syncFolder(folder) {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A new database's file names must be as durable as its contents. @param {string} folder */
function syncTree(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(path.join(folder, entry.name))
  }
  syncFolder(folder)
}

/** PostgreSQL loads them automatically. */
const extensions = { pg_trgm }

/** @param {EmbeddedOptions} options */
async function open({ folder, template }) {
  const loadDataDir = template === null ? undefined : new Blob([await readFile(template)])
  if (folder === null) return PGlite.create({ extensions, ...(loadDataDir ? { loadDataDir } : {}) })

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const db = await PGlite.create({
    fs: new DurableNodeFS(folder),
    extensions,
    // Without -F the engine syncs. fdatasync does nothing inside WebAssembly, fsync does.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
    ],
    ...(isNew && loadDataDir ? { loadDataDir } : {}),
  })
  if (isNew) syncTree(folder)
  return db
}

/**
 * Runs a unit and returns its response. The engine's own method (`execProtocolRawSync`) also parses
 * the response and leaks every message of it.
 *
 * @param {PGlite} db
 * @param {(notification: { announced: string, payload: string }) => void} announce
 */
function createRunner(db, announce) {
  /** @type {Buffer[]} */
  let parts = []
  /** @param {Uint8Array} bytes in the engine's memory, which it reuses */
  const onRawData = (bytes) => {
    parts.push(Buffer.from(bytes))
  }

  /** @param {Buffer} unit */
  return function run(unit) {
    parts = []
    // Does its work before it returns. Only its own way to sync files, which we don't use, is
    // asynchronous.
    void db.execProtocolRawStream(unit, { syncToFs: false, onRawData })
    const [first] = parts
    const answer = first && parts.length === 1 ? first : Buffer.concat(parts)
    for (const notification of notificationsIn(answer)) announce(notification)
    return answer
  }
}

const lockLog = `pg_advisory_lock(${logKept})`
const unlockLog = `select pg_advisory_unlock(${logKept})`
/** The end of a statement that returned one row. */
const oneRow = 'SELECT 1\0'

/**
 * Lets clients take turns, one unit at a time. A client with an open transaction keeps its turn
 * until the transaction ends.
 *
 * @param {ReturnType<typeof createRunner>} run
 */
function createTurns(run) {
  /** @typedef {{ units: Buffer[], answer: (bytes: Uint8Array) => void, holdsLog?: boolean }} Client */
  /** @type {Set<Client>} */
  const clients = new Set()
  /** @type {Client | null} */
  let holder = null
  let isScheduled = false

  function next() {
    if (holder) return holder.units.length > 0 ? holder : null
    for (const client of clients) if (client.units.length > 0) return client
    return null
  }

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }

  function turn() {
    isScheduled = false
    const client = next()
    if (!client) return
    const unit = /** @type {Buffer} */ (client.units.shift())
    const answer = run(unit)
    if (unit.includes(lockLog) && answer.includes(oneRow)) client.holdsLog = true
    if (unit.includes(unlockLog)) client.holdsLog = false
    holder = endStatus(answer) === 'I' ? null : client
    // Round-robin: the served client moves to the end.
    if (clients.delete(client)) clients.add(client)
    client.answer(answer)
    schedule()
  }

  return {
    /** @param {(bytes: Uint8Array) => void} answer */
    join(answer) {
      /** @type {Client} */
      const client = { units: [], answer }
      clients.add(client)
      return {
        /** @param {Buffer} bytes */
        run(bytes) {
          client.units.push(bytes)
          schedule()
        },
        leave() {
          clients.delete(client)
          if (holder === client) {
            run(simpleQuery('ROLLBACK'))
            holder = null
            schedule()
          }
          // In a session for all, the locks of a client that was killed remain.
          if (client.holdsLog) {
            /** @type {Client} */
            const unlocking = {
              units: [simpleQuery(unlockLog)],
              answer: () => clients.delete(unlocking),
            }
            clients.add(unlocking)
            schedule()
          }
        },
      }
    },
  }
}

/**
 * @param {ReturnType<typeof createTurns>} turns @param {string} socketPath
 */
function listen(turns, socketPath) {
  let clientNumber = 0
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()

  const server = createServer((socket) => {
    clientNumber += 1
    sockets.add(socket)
    const read = createReader(`c${String(clientNumber)}_`)
    const client = turns.join((bytes) => {
      if (socket.writable) socket.write(bytes)
    })
    socket.on('data', (chunk) => {
      try {
        for (const message of read(chunk)) {
          if (message.kind === 'unit') client.run(message.bytes)
          else if (message.kind === 'startup') socket.write(greeting())
          else if (message.kind === 'ssl') socket.write('N')
          else socket.end()
        }
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      client.leave()
    })
  })
  return {
    /** @returns {Promise<void>} */
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(socketPath, resolve)
      }),
    /** @returns {Promise<void>} */
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

if (parentPort) {
  const port = parentPort
  const options = /** @type {EmbeddedOptions} */ (workerData)
  const db = await open(options)
  // Posts notifications of all clients, because what the engine sends to one client doesn't reach
  // the others.
  const run = createRunner(db, (notification) => port.postMessage(notification))
  const turns = createTurns(run)
  const server = listen(turns, options.socket)
  await server.start()
  const checkpoints = startCheckpoints(turns, options.checkpoints)
  const autovacuum = startAutovacuum(turns, options.vacuumMillis)
  port.on('message', async (/** @type {string} */ message) => {
    if (message !== 'stop') return
    checkpoints.stop()
    autovacuum.stop()
    await server.stop()
    await db.close()
    port.postMessage('stopped')
    port.close()
  })
  port.postMessage('ready')
}
