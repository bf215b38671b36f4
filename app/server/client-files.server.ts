/**
 * Files of the browser that another build has. Nodes share nothing but the database, so each node stores the
 * files of its build there when it starts, and looks up the names that it doesn't have.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import {
  isClientFileName,
  listClientFiles,
  readClientFile,
  type ClientBuild,
  type ClientFile,
} from '#app/domain/serving/client-files.server.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { createSingleFlight } from '#app/lib/async/single-flight.ts'
import { createLru } from '#app/lib/cache/lru.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { Services } from '#app/services.ts'

export const clientFilesPath = '/assets/'

/** Their names contain a hash of the content, so browsers keep them. */
export const clientFilesCaching = 'public, max-age=31536000, immutable'

/**
 * The build whose files are in the folder.
 *
 * @param id version of the build
 */
export function readClientBuild(id: string, folder: string): ClientBuild {
  return {
    id,
    files: readdirSync(folder).filter(isClientFileName),
    async read(name) {
      const file = path.join(folder, name)
      const packed = `${file}.br`
      const isBrotli = existsSync(packed)
      return { isBrotli, body: await readFile(isBrotli ? packed : file) }
    },
  }
}

/** Room for all files of a build, several times. */
const keptBytes = 8 * 1024 * 1024

/** Leaves the connections of the pool to others. */
const readingsAtOnce = 2

/**
 * Time between two readings of the list. A name that isn't in it waits for the next one, because a node may
 * just have stored it; so made-up names cost five short statements a second at most, however many there are.
 */
const listMillis = 200

/**
 * After a failure of the database nothing is read for this long. Waiting requests are answered immediately.
 */
const outageMillis = 1_000

type StoredFiles = {
  /** Names of all stored files. */
  list: () => Promise<string[]>
  /** Null: it isn't stored any more. */
  read: (name: string) => Promise<ClientFile | null>
  log: Log
}

/** Those in the database. */
export const storedFilesIn = ({ db, log }: Pick<Services, 'db' | 'log'>): StoredFiles => ({
  list: () => listClientFiles(db),
  read: (name) => readClientFile(db, name),
  log,
})

/**
 * Serves files of other builds, and passes all other requests on to the next handler. While the database is
 * unavailable, only files in memory are served. For others the page reloads, as for a file that doesn't exist.
 */
export function createStoredFiles({ list, read, log }: StoredFiles): MiddlewareHandler {
  const kept = createLru<string, ClientFile>(keptBytes, ({ body }) => Math.max(1, body.length))
  const inTurn = limitConcurrency(readingsAtOnce)
  // So no more readings wait than there are names.
  const share = createSingleFlight()
  let names: ReadonlySet<string> = new Set()
  let next: Promise<void> | null = null
  let before: Promise<unknown> = Promise.resolve()
  let awayUntil = -Infinity
  let isWarned = false

  /** @returns null when it fails, which is logged once until it works again */
  async function attempt<Value>(work: () => Promise<Value>): Promise<Value | null> {
    if (performance.now() < awayUntil) return null
    try {
      const value = await work()
      isWarned = false
      return value
    } catch (error) {
      awayUntil = performance.now() + outageMillis
      if (!isWarned) log.warn({ err: error }, 'files of other builds were not looked up')
      isWarned = true
      return null
    }
  }

  /** Resolves when a list is known that was read after the call. One is read at a time, however long it takes. */
  function readList(): Promise<void> {
    if (next) return next
    const reading = before.then(async () => {
      // Later callers need the list after this one.
      next = null
      const found = await attempt(list)
      if (found) names = new Set(found)
    })
    before = reading.then(pauseBetweenLists)
    next = reading
    return reading
  }

  async function find(name: string): Promise<ClientFile | null> {
    if (!isClientFileName(name)) return null
    const known = kept.get(name)
    if (known) return known
    if (!names.has(name)) await readList()
    if (!names.has(name)) return null
    return share(name, async () => {
      const file = kept.get(name) ?? (await inTurn(() => attempt(() => read(name))))
      if (file) kept.set(name, file)
      return file
    })
  }

  return async (c, goOn) => {
    const { method, path: asked } = c.req
    const isRead = method === 'GET' || method === 'HEAD'
    const name = asked.slice(clientFilesPath.length)
    const file = isRead ? await find(name) : null
    if (!file) {
      await goOn()
      return
    }
    c.header('Content-Type', getMimeType(name) ?? 'application/octet-stream')
    c.header('Cache-Control', clientFilesCaching)
    const isPacked = file.isBrotli && acceptsBrotli(c.req.header('Accept-Encoding'))
    if (file.isBrotli) c.header('Vary', 'Accept-Encoding')
    if (isPacked) c.header('Content-Encoding', 'br')
    const body =
      file.isBrotli && !isPacked ? await promisify(brotliDecompress)(file.body) : file.body
    c.header('Content-Length', String(body.length))
    return method === 'HEAD' ? c.body(null) : c.body(new Uint8Array(body))
  }
}

const pauseBetweenLists = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, listMillis).unref()
  })

/** As for the node's files: no weights, because no browser refuses Brotli by one. */
const acceptsBrotli = (header = ''): boolean =>
  header.split(',').some((encoding) => encoding.trim() === 'br')
