/** Definition of a background job: name, payload schema, schedule and work. */
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#app/services.ts'

export type Job<Payload = unknown> = {
  /** area.verb */
  name: string
  /** Ids, not rows: a job can run much later than it was sent. */
  payload: z.ZodType<Payload>
  /** Cron in UTC. The queue runs each slot once across all processes. */
  schedule?: string
  run: (services: Services, payload: Payload) => Promise<void>
}

/** Checks the definition and keeps the payload's type. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job

export type JobQueue = {
  /**
   * Stores the job. It runs after the response, in this or another process.
   *
   * @param tx with it the job is stored only when this transaction commits
   * @throws in a transaction also when no queue of that name exists yet
   */
  send: (name: string, payload: object, tx?: Transaction) => Promise<void>
}

/** The part of an open transaction that the queue needs. */
export type Transaction = { execute: (query: SQL) => PromiseLike<{ rows: unknown[] }> }
