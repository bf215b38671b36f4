/** What a background job is: a name, the shape of its payload, how often it is tried, what it does. */
import type { z } from 'zod'
import type { Services } from '../services.ts'

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
  /** Stores the job; it runs after the answer, in this or in another process. */
  send: (name: string, payload: object) => Promise<void>
}
