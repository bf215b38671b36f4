/** Separate NATS servers on loopback, from Debian's package, with JetStream in temporary folders. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programOnPath } from '#workshop/run/debian-package.js'
import { freePort } from '../free-port.ts'

type NatsServer = {
  name: string
  /** Host and port. */
  address: string
  /** Number of its process. 0: it doesn't run. */
  pid: () => number
  /** SIGKILL. */
  kill: () => Promise<void>
  /** Again on the same port and folder. Resolves when it accepts connections. */
  start: () => Promise<void>
  /** Keeps its connections and answers nothing. */
  hang: () => void
  goOn: () => void
  /** The name of a stream's leader, as far as this server knows. */
  leaderOf: (stream: string) => Promise<string | null>
}

export type NatsServers = {
  servers: readonly NatsServer[]
  /** As NATS_URL takes it. */
  url: string
  stop: () => Promise<void>
}

type Options = {
  count: 1 | 3
  user?: { name: string; password: string }
  /** More of their settings. */
  settings?: string
  /** Bytes of a message. A megabyte by default. */
  maxPayload?: number
}

type Detail = { name: string; cluster?: { leader?: string } }

const missing = 'There is no nats-server. Debian: apt-get install nats-server'

/**
 * The binary, or null: NATS_SERVER_PATH, otherwise the one that this machine has.
 *
 * @throws where a machine checks, since tests that need one would be skipped
 */
export function findNatsServer(): string | null {
  const found = process.env['NATS_SERVER_PATH'] ?? programOnPath('nats-server') ?? null
  if (found === null && process.env['CI']) throw new Error(missing)
  return found
}

/** @param folder an empty one, for these servers only */
export async function startNats(
  folder: string,
  { count, user, settings = '', maxPayload = 1024 ** 2 }: Options,
): Promise<NatsServers> {
  const binary = findNatsServer()
  if (!binary) throw new Error(missing)
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({
      client: await freePort(),
      route: await freePort(),
      monitor: await freePort(),
    })),
  )
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${String(route)}`).join(', ')
  const servers = ports.map((port, at) => {
    const name = `n${String(at + 1)}`
    const store = path.join(folder, name)
    mkdirSync(store, { recursive: true })
    const file = path.join(folder, `${name}.conf`)
    writeFileSync(
      file,
      [
        `server_name: ${name}`,
        `listen: "127.0.0.1:${String(port.client)}"`,
        `http: "127.0.0.1:${String(port.monitor)}"`,
        `jetstream { store_dir: "${store}", max_file_store: 4GB, max_memory_store: 64MB }`,
        `max_payload: ${String(maxPayload)}`,
        ...(count > 1
          ? [
              `cluster { name: footfall, listen: "127.0.0.1:${String(port.route)}", routes: [${routes}] }`,
            ]
          : []),
        ...(user ? [`authorization { user: "${user.name}", password: "${user.password}" }`] : []),
        settings,
        '',
      ].join('\n'),
    )
    return createServer({ name, binary, file, ...port })
  })
  await Promise.all(servers.map((server) => server.start()))
  const login = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : ''
  return {
    servers,
    url: servers.map(({ address }) => `nats://${login}${address}`).join(','),
    async stop() {
      await Promise.all(servers.map((server) => server.kill()))
    },
  }
}

type Place = { name: string; binary: string; file: string; client: number; monitor: number }

function createServer({ name, binary, file, client, monitor }: Place): NatsServer {
  let child: ChildProcess | null = null
  let output = ''
  return {
    name,
    address: `127.0.0.1:${String(client)}`,
    pid: () => child?.pid ?? 0,
    async kill() {
      const killed = child
      child = null
      if (!killed || killed.exitCode !== null || killed.signalCode !== null) return
      const ended = new Promise((resolve) => killed.once('exit', resolve))
      killed.kill('SIGKILL')
      await ended
    },
    async start() {
      const started = spawn(binary, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      started.stderr.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-4_000)
      })
      while (!(await accepts(client))) {
        if (started.exitCode !== null) throw new Error(`nats-server ended: ${output}`)
        await pause(20)
      }
    },
    hang() {
      child?.kill('SIGSTOP')
    },
    goOn() {
      child?.kill('SIGCONT')
    },
    async leaderOf(stream) {
      const url = `http://127.0.0.1:${String(monitor)}/jsz?streams=1&acc=$G`
      const answer = (await (await fetch(url)).json()) as {
        account_details?: { stream_detail?: Detail[] }[]
      }
      const details = answer.account_details?.flatMap((one) => one.stream_detail ?? []) ?? []
      return details.find((one) => one.name === stream)?.cluster?.leader ?? null
    },
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectSocket({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
