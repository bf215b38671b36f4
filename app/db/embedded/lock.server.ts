/**
 * Allows one process per data folder. PGlite itself takes no lock: two processes on one folder both
 * report success and lose each other's rows.
 *
 * The lock is a listening socket, so the operating system releases it when the process ends and
 * never before: a stopped or busy process still holds it. On Linux it is in the abstract namespace,
 * where binding is atomic and leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Lock = { release: () => Promise<void> }

/** Another process has the folder; the message says which. */
export class FolderHeld extends Error {
  override readonly name = 'FolderHeld'
}

/** The folder of PostgreSQL's socket, short enough for a socket path (107 bytes). */
export function socketFolder(folder: string): string {
  const beside = path.resolve(folder, 'run')
  if (beside.length <= 80) return beside
  return path.join(
    tmpdir(),
    `footfall-${createHash('sha256').update(beside).digest('hex').slice(0, 16)}`,
  )
}

/** PostgreSQL clients expect this file name in the folder given as host. */
export const socketFile = (folder: string) => path.join(socketFolder(folder), '.s.PGSQL.5432')

/**
 * Locks the folder, or throws `FolderHeld` immediately. Cleans up after a dead process.
 *
 * @param address the product's URL, shown to processes that are refused
 */
export async function lockFolder(folder: string, address: string): Promise<Lock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(socketFolder(folder), { recursive: true, mode: 0o700 })
  const holder = { pid: process.pid, address }
  const note = path.join(folder, 'holder.json')

  const server = await bindLock(folder, 'lock')
  // A process in another network namespace (two containers, one volume) is found by its own socket.
  if (!server || (await answers(socketFile(folder)))) {
    server?.close()
    throw new FolderHeld(`${folder} is in use by ${describeHolder(note)}. Stop it, then try again.`)
  }

  rmSync(socketFile(folder), { force: true })
  writeFileSync(note, JSON.stringify(holder))
  return {
    release: () => {
      rmSync(note, { force: true })
      return closeServer(server)
    },
  }
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
  })

/** True while a live process listens there, even a stopped one. */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}

/**
 * Holds a name for one process at a time, as `lockFolder` does for the folder.
 *
 * @param folder of a running product
 * @returns null when another process holds it
 */
export async function holdName(folder: string, name: string): Promise<Lock | null> {
  const server = await bindLock(folder, name)
  return server && { release: () => closeServer(server) }
}

/** Null when the lock is taken. */
async function bindLock(folder: string, lockName: string): Promise<Server | null> {
  const { dev, ino } = statSync(folder)
  const ofFolder = `footfall-${String(dev)}-${String(ino)}`
  const name = lockName === 'lock' ? ofFolder : `${ofFolder}-${lockName}`
  if (process.platform === 'linux') return listen(`\0${name}`)
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`)

  // On other systems the socket is a file that outlives its process. If nothing listens on it, it
  // is replaced.
  const file = path.join(socketFolder(folder), lockName)
  const first = await listen(file)
  if (first || (await answers(file))) return first
  rmSync(file, { force: true })
  return listen(file)
}

function listen(socketPath: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.end()
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(socketPath, () => {
      server.unref()
      resolve(server)
    })
  })
}

function describeHolder(note: string): string {
  try {
    const { pid, address } = JSON.parse(readFileSync(note, 'utf8')) as Record<string, unknown>
    return `process ${String(pid)} (${String(address)})`
  } catch {
    return 'another process'
  }
}
