/** Signature of a background job: what callers send, and what the job's handler gets. */
import { z } from 'zod'

export type JobSignature<Payload extends object = object> = {
  /** Name of the queue, `area.verb`. Stored jobs carry it: a job that is renamed loses them. */
  readonly name: string
  /**
   * Ids, not rows: a job can run much later than it was sent. Input and output are one type, since the
   * payload is checked when it is sent and again when it was read from the queue.
   */
  readonly payload: z.ZodType<Payload, Payload>
  /** At most one waits to run: sending another one meanwhile changes nothing. */
  readonly isCoalesced?: boolean
}

/** Declares a job. Each has exactly one handler in app/jobs. */
export const job = <Payload extends object>(
  name: string,
  payload: z.ZodType<Payload, Payload>,
): JobSignature<Payload> => ({ name, payload })

/**
 * Declares a job without a payload that works off everything that waits for it. Sent often, it still
 * waits only once.
 */
export const coalescedJob = (name: string): JobSignature<Record<string, never>> => ({
  name,
  payload: z.record(z.string(), z.never()),
  isCoalesced: true,
})

/** How the queue is doing. */
export type JobFigures = {
  waiting: number
  /** How late the oldest waiting job is, in seconds. */
  lateSeconds: number
  /** Gave up, and still kept. */
  failed: number
}

/** How one queue is doing. */
export type QueueFigures = {
  name: string
  /** Due now. */
  waiting: number
  /** Due later: sent for later, or tried again after a pause. */
  later: number
  running: number
  /** Gave up, and still kept. */
  failed: number
  /** How late the oldest waiting job is, in seconds. */
  lateSeconds: number
}

/** A job whose attempts all failed. */
export type FailedJob = {
  /** A uuid. */
  id: string
  /** Name of its queue. */
  name: string
  /** The payload as it was stored. Can name people. */
  data: unknown
  /** Error of the last attempt. Empty: unknown. */
  error: string
  attempts: number
  createdAt: Date
  failedAt: Date
}

/** The place of a failed job in their list. */
export type FailedJobPlace = {
  /** When it failed, in microseconds, which order jobs that failed within the same millisecond. */
  micros: number
  /** A uuid. */
  id: string
}
