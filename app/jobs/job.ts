/** Background jobs, and the queue that keeps them until they run. */
import type { SQL } from 'drizzle-orm'
import type {
  FailedJob,
  FailedJobPlace,
  JobFigures,
  JobSignature,
  QueueFigures,
} from '#app/lib/job-signature.ts'
import type { Services } from '#app/services.ts'

export type Job = {
  /** Name of the queue. */
  readonly name: string
  /** Cron in UTC. The queue runs each slot once across all processes. */
  readonly schedule?: string
  /** See JobSignature. */
  readonly isCoalesced?: boolean
  /**
   * @param stored the payload as it was read from the queue
   * @throws when the payload hasn't the job's shape; then the queue tries again like after any failure
   */
  readonly run: (services: Services, stored: unknown) => Promise<void>
}

/** Runs the jobs that are sent with this signature. */
export const handle = <Payload extends object>(
  { name, payload, isCoalesced = false }: JobSignature<Payload>,
  run: (services: Services, payload: Payload) => Promise<void>,
): Job => ({
  name,
  isCoalesced,
  run: (services, stored) => run(services, payload.parse(stored)),
})

/** Runs at fixed times, without a payload. */
export const schedule = (
  name: string,
  cron: string,
  run: (services: Services) => Promise<unknown>,
): Job => ({
  name,
  schedule: cron,
  async run(services) {
    await run(services)
  },
})

export type JobQueue = {
  /**
   * Stores the job. It runs after the response, in this or another process.
   *
   * @param tx with it the job is stored when this transaction commits, and not otherwise
   * @throws ZodError for a payload of another shape; in a transaction also when the queue of that name
   *   doesn't exist yet
   */
  send: <Payload extends object>(
    signature: JobSignature<Payload>,
    payload: NoInfer<Payload>,
    tx?: QueueTransaction,
  ) => Promise<void>
  /** Stores the job, which runs after these seconds at the earliest. @throws as `send` does */
  sendLater: <Payload extends object>(
    signature: JobSignature<Payload>,
    payload: NoInfer<Payload>,
    wait: number | { seconds: number; tx: QueueTransaction },
  ) => Promise<void>
  /** False until the product was started once: then no process runs the job. */
  hasQueue: (signature: JobSignature, tx: QueueTransaction) => Promise<boolean>
  /** Counts of waiting and failed jobs. Null: this database never ran a job. */
  readFigures: (tx: QueueTransaction) => Promise<JobFigures | null>
  /** Each queue of our jobs, those with failures first. Empty: this database never ran a job. */
  readQueues: (tx: QueueTransaction) => Promise<QueueFigures[]>
  /** Jobs that gave up, the last one first. `next` is the place before which the next page begins. */
  listFailed: (
    wanted: FailedJobs,
    tx: QueueTransaction,
  ) => Promise<{ jobs: FailedJob[]; next: FailedJobPlace | null }>
  /** @param id a uuid. Null: there is none that gave up. */
  findFailed: (id: string, tx: QueueTransaction) => Promise<FailedJob | null>
  /** Starts the attempts of a job that gave up again. False: there is none that gave up. */
  runAgain: (id: string, tx: QueueTransaction) => Promise<boolean>
  /** Removes jobs whose payload names the person or the team: waiting, failed and finished ones. */
  forget: (of: JobSubject, tx: QueueTransaction) => Promise<void>
}

export type FailedJobs = {
  /** Null: those of all queues. */
  queue: string | null
  /** Those before this place of `next`. Null: the newest. */
  before: FailedJobPlace | null
  most: number
}

export type JobSubject = { userId: number; email: string } | { teamId: number }

/** The part of an open transaction that the queue needs. */
export type QueueTransaction = { execute: (query: SQL) => PromiseLike<{ rows: unknown[] }> }
