/** Starts the comparison server as a separate process. */
import { fork } from 'node:child_process'
import type { ServedProcesses } from './rounds.ts'
import { root } from './root.ts'

export type FloorWanted =
  | { kind: 'constant'; headers: [string, string][]; body: string }
  | {
      kind: 'fastify'
      headers: [string, string][]
      sites: { uuid: string; etag: string; body: string }[]
    }
  | { kind: 'json' }
  | { kind: 'insert'; databaseUrl: string }

export type Floor = ServedProcesses & { stop: () => void }

/** Bodies are base64. Resolves when it listens. */
export function startFloor(wanted: FloorWanted): Promise<Floor> {
  const child = fork(`${root}workshop/bench/processes/floor.js`, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('The floor ended.'))
    })
    child.once('message', ({ port }: { port: number }) => {
      resolve({ port, pids: [child.pid ?? 0], stop: () => child.kill() })
    })
    child.send(wanted)
  })
}
