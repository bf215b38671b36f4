/** Starts the load generator and hands it jobs. */
import { fork } from 'node:child_process'
import { root } from './root.ts'

export type LoadJob = {
  port: number
  connections: number
  /** Whole requests; `{id}` and `{address}` are filled in. Asked in turn. */
  requests: string[]
  /** Makes ids of this run, 8 characters. The same prefix and place again is the same request. */
  prefix: string
  /** The place of the first request. */
  first: number
  /** How many requests; absent: as many as fit in the time. */
  count?: number
  millis?: number
  /** Sends so many a second instead of as many as are answered. */
  perSecond?: number
  /** What has to stand in a good answer. */
  expected?: string
}

export type LoadResult = {
  seconds: number
  sent: number
  /** The place after the last one. */
  next: number
  /** 304, or 200 with what was expected. */
  good: number
  other: number
  /** Connections that the server ended before it had answered. */
  cutOff: number
  statuses: Record<string, number>
  /** Milliseconds of good answers; null: there were none. */
  p50: number | null
  p99: number | null
  refusedP99: number | null
  /** The first answer that was neither good nor a refusal. */
  odd: string
}

export type LoadGenerator = {
  /** One at a time. */
  run: (job: LoadJob) => Promise<LoadResult>
  stop: () => void
}

type LoadMessage = { result: LoadResult } | { error: string }

export function startLoad(): LoadGenerator {
  const child = fork(`${root}bench/processes/load.js`, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const gone = () => {
          reject(new Error('The load generator ended.'))
        }
        child.once('exit', gone)
        child.once('message', (message: LoadMessage) => {
          child.off('exit', gone)
          if ('error' in message) reject(new Error(message.error))
          else resolve(message.result)
        })
        child.send(job)
      }),
    stop: () => child.kill(),
  }
}
