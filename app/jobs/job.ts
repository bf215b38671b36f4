/** What a background job is: a name, the shape of its payload, how often it is tried, what it does. */
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#app/services.ts'

export type Job<Payload = unknown> = {
  /** area.verb */
  name: string
  /** Ids, not rows: a job may run much later than it was asked for. */
  payload: z.ZodType<Payload>
  /** Cron in UTC; the queue runs each slot once, however many processes there are. */
  schedule?: string
  run: (services: Services, payload: Payload) => Promise<void>
}

/** Checks the definition and keeps the payload's type. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job

export type JobQueue = {
  /**
   * Stores the job; it runs after the answer, in this or in another process.
   *
   * @param tx with it the job is stored when this transaction commits, and not otherwise
   * @throws in a transaction also when no queue of that name exists yet
   */
  send: (name: string, payload: object, tx?: Transaction) => Promise<void>
}

/** What the queue needs of an open transaction. */
export type Transaction = { execute: (query: SQL) => PromiseLike<{ rows: unknown[] }> }
