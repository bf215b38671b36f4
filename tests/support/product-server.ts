/** The product as a separate process, with its own port and folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder, removeFolder } from './folders.ts'
import { startDemo } from '../../workshop/run/demo-process.js'
import { freePort } from './free-port.ts'
import { runCommand } from './commands/run-command.ts'

export type ProductServer = {
  /** URL without a trailing slash; the same after a restart. */
  baseUrl: string
  dataDir: string
  /** Its process id; different after a restart. */
  pid: () => number
  /** Its output so far. */
  output: () => string
  /** Runs a command with --json and returns the printed object. */
  cli: (...args: string[]) => Promise<Record<string, unknown>>
  /** Stops it like an operator; returns the exit code. */
  stop: () => Promise<number | null>
  /** Ends it like a crash. */
  kill9: () => Promise<void>
  /** For tests with a hanging process. */
  signal: (signal: NodeJS.Signals) => void
  /** Starts it again with the same data. Resolves when it is ready. */
  restart: () => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

type Options = {
  /** With the demo organization and its shop. */
  demo?: boolean
  /** As `npm run dev` starts it. Its commands are those of the build. */
  isDevelopment?: boolean
  /** A script that starts it in another way than development does, with the same variables. */
  script?: string
  /** PostgreSQL's URL; absent for the embedded database. */
  databaseUrl?: string
  /** The folder with another build than this checkout's. */
  root?: string
  /** More variables of .env.example. */
  environment?: Record<string, string>
}

const inRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const readyMillis = 180_000

/** Resolves when it is ready. */
export async function startProductServer(options: Options = {}): Promise<ProductServer> {
  const dataDir = makeFolder()
  // Development begins as a newcomer's does, with an empty folder.
  const started = process.env.STARTED_FOLDER
  if (started && !options.isDevelopment && options.databaseUrl === undefined) {
    cpSync(started, dataDir, { recursive: true })
    // It was made with another key, which nothing in it needs.
    writeFileSync(path.join(dataDir, 'app-key'), randomBytes(32).toString('base64'))
  }
  const port = await freePort()
  const baseUrl = `http://localhost:${String(port)}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: options.isDevelopment ? 'development' : 'production',
    APP_ENV: 'local',
    PORT: String(port),
    HOST: 'localhost',
    APP_URL: baseUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    DEMO: options.demo ? '1' : '0',
    ...options.environment,
  }
  const usual = options.isDevelopment ? 'workshop/run/dev.js' : 'build/server/index.js'
  const entry = options.script ?? usual
  let output = ''
  let running: ChildProcess
  // Development starts its own.
  const demo = await startDemo(
    options.isDevelopment ? { ...environment, DEMO: '0' } : environment,
    {
      from: 'built',
      onOutput: (text) => (output += text),
    },
  )
  if (demo === null) throw new Error(`The demo did not start:\n${output}`)

  const start = async () => {
    running = spawn(process.execPath, [path.resolve(options.root ?? inRoot(''), entry)], {
      env: { ...environment, ...demo.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [running.stdout, running.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    await waitUntilReady(baseUrl, running, () => output)
    await demo.create()
  }
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(running)) return running.exitCode
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve))
    running.kill(signal)
    return ended
  }

  await start().catch(async (error: unknown) => {
    await demo.stop()
    throw error
  })
  return {
    baseUrl,
    dataDir,
    pid: () => running.pid ?? 0,
    output: () => output,
    cli: (...args) => runCommand(args, environment),
    stop: () => end('SIGTERM'),
    kill9: async () => {
      await end('SIGKILL')
    },
    signal: (signal) => {
      running.kill(signal)
    },
    restart: async () => {
      await end('SIGTERM')
      await start()
    },
    remove: async () => {
      await end('SIGTERM')
      await demo.stop()
      removeFolder(dataDir)
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function waitUntilReady(
  baseUrl: string,
  process: ChildProcess,
  output: () => string,
): Promise<void> {
  const giveUpAt = Date.now() + readyMillis
  for (;;) {
    if (hasEnded(process)) throw new Error(`The product ended before it was ready:\n${output()}`)
    if (Date.now() > giveUpAt) {
      process.kill('SIGKILL')
      throw new Error(`The product was not ready in time:\n${output()}`)
    }
    const answer = await fetch(`${baseUrl}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
