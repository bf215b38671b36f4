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

/** Identifies the process that has a folder. */
export type Holder = {
  /** The product's URL, shown to processes that are refused. */
  address: string
  /** Identifies its `APP_KEY`. Absent: it reads no secrets. */
  keyFingerprint?: string | undefined
}

/** Locks the folder, or throws `FolderHeld` immediately. Cleans up after a dead process. */
export async function lockFolder(folder: string, about: Holder): Promise<Lock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(socketFolder(folder), { recursive: true, mode: 0o700 })
  const holder = { pid: process.pid, ...about }
  const note = noteOf(folder)

  const server = await bindLock(folder)
  // A process in another network namespace (two containers, one volume) is found by its own socket.
  if (!server || (await answers(socketFile(folder)))) {
    server?.close()
    throw new FolderHeld(
      `${folder} is in use by ${describeHolder(folder)}. Stop it, then try again.`,
    )
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

/** Holds a folder while this process runs. @returns null when another process holds it */
export async function holdFolder(folder: string): Promise<Lock | null> {
  const server = await bindLock(folder)
  return server && { release: () => closeServer(server) }
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

/** Null when the lock is taken. */
async function bindLock(folder: string): Promise<Server | null> {
  // Numbers of files can be larger than a double is exact.
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `footfall-${String(dev)}-${String(ino)}`
  if (process.platform === 'linux') return listen(`\0${name}`)
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`)

  // On other systems the socket is a file that outlives its process. If nothing listens on it, it
  // is replaced.
  mkdirSync(socketFolder(folder), { recursive: true, mode: 0o700 })
  const file = path.join(socketFolder(folder), 'lock')
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

const noteOf = (folder: string) => path.join(folder, 'holder.json')

/**
 * For a process that joins the one that has the folder: what either encrypts or hashes, the other has to read.
 *
 * @param keyFingerprint undefined for one that encrypts and hashes nothing
 * @throws FolderHeld when that one has another `APP_KEY`
 */
export function requireSameKey(folder: string, keyFingerprint: string | undefined): void {
  const { keyFingerprint: its } = readHolder(folder)
  if (keyFingerprint === undefined || its === undefined || its === keyFingerprint) return
  throw new FolderHeld(
    `The product that uses ${folder} has another APP_KEY. Run the command with the product's variables.`,
  )
}

function describeHolder(folder: string): string {
  const { pid, address } = readHolder(folder)
  return pid === undefined ? 'another process' : `process ${String(pid)} (${String(address)})`
}

/** Empty when the process ended just now. */
function readHolder(folder: string): Partial<Holder & { pid: number }> {
  try {
    return JSON.parse(readFileSync(noteOf(folder), 'utf8')) as Partial<Holder & { pid: number }>
  } catch {
    return {}
  }
}
