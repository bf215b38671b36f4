/** Work that the job queue's library has under way. A stop can wait for it. */
import { setImmediate } from 'node:timers/promises'
import type { QueryResult } from 'pg'
import type { Log } from '#app/lib/log.server.ts'

/** The part of a connection pool that the queue needs. */
export type Statements = { query: (text: string, values?: unknown[]) => Promise<QueryResult> }

/** How long running jobs can take before the queue gives them back and stops without them. */
export const stopMillis = 8_000

/**
 * The library's statements, and the jobs that it runs. When it stops, it waits neither for the
 * statement that ends a job nor for a job that was being fetched; and it catches no error of the
 * former, which would end the process.
 */
export function createTrackedWork(pool: Statements, log: Log) {
  const pending = new Set<Promise<unknown>>()
  /** Until the statement that follows them. */
  const jobs = new Map<string, { isOver: boolean }>()

  const track = <Result>(promise: Promise<Result>): Promise<Result> => {
    const forget = () => {
      pending.delete(promise)
    }
    pending.add(promise)
    promise.then(forget, forget)
    return promise
  }

  /** The library completes and fails jobs by statements whose second value lists their ids. */
  const endedBy = ([, ids]: unknown[]): string[] => {
    const ended = Array.isArray(ids) ? (ids as string[]).filter((id) => jobs.has(id)) : []
    for (const id of ended) if (jobs.get(id)?.isOver) jobs.delete(id)
    return ended
  }

  return {
    async executeSql(text: string, values: unknown[] = []) {
      const ended = endedBy(values)
      const result = track(pool.query(text, values))
      if (ended.length === 0) return result
      return result.catch((error: unknown) => {
        // It stays marked as running, and is tried again when its time is up.
        log.error({ err: error, jobIds: ended }, 'the end of a job was not stored')
        return { rows: [{ count: 0 }] }
      })
    },
    run(id: string, start: () => Promise<void>): Promise<void> {
      const job = { isOver: false }
      jobs.set(id, job)
      return track(
        start().finally(() => {
          job.isOver = true
        }),
      )
    },
    /** Until nothing is under way, but no longer than `stopMillis`. */
    async settle() {
      const end = AbortSignal.timeout(stopMillis)
      const isLate = new Promise((resolve) => {
        end.addEventListener('abort', resolve)
      })
      while (pending.size > 0 && !end.aborted) {
        await Promise.race([Promise.allSettled(pending), isLate])
        // Work that follows from a statement starts in the same turn: a fetched job, the end of a
        // job.
        await setImmediate()
      }
    },
  }
}
