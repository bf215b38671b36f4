/** Starts the load generator and sends it jobs. */
import { fork } from 'node:child_process'
import { root } from './root.ts'

export type LoadJob = {
  port: number
  connections: number
  /** Complete requests, sent in turn; `{id}` and `{address}` are filled in. */
  requests: string[]
  /** Prefix of this run's ids, 8 characters. The same prefix and number is the same request. */
  prefix: string
  /** Number of the first request. */
  first: number
  /** How many requests; absent: as many as fit into the time. */
  count?: number
  millis?: number
  /** Requests per second; absent: as many as are answered. */
  perSecond?: number
  /**
   * Each connection comes from another address (on Linux), for a proxy in front of the product that adds the
   * sender's address after `{address}`.
   */
  hasManyVisitors?: boolean
  /** Text that a good response contains. */
  expected?: string
}

export type LoadResult = {
  seconds: number
  sent: number
  /** Number after the last one. */
  next: number
  /** Responses with 304, or 200 with the expected text. */
  good: number
  other: number
  /** Connections that the server closed before it responded. */
  cutOff: number
  statuses: Record<string, number>
  /** Milliseconds of good responses; null without any. */
  p50: number | null
  p99: number | null
  refusedP99: number | null
  /** Numbers of the requests without a good response. The server may have done them. */
  failed: number[]
  /** The first response that was neither good nor a refusal. */
  odd: string
}

export type LoadGenerator = {
  /** One job at a time. */
  run: (job: LoadJob) => Promise<LoadResult>
  stop: () => void
}

type LoadMessage = { result: LoadResult } | { error: string }

export function startLoad(): LoadGenerator {
  const child = fork(`${root}workshop/bench/processes/load.js`, {
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
