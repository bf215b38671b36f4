/**
 * The rest of an install, for as long as its system doesn't answer. The queue's attempts end after minutes, which
 * an outage outlasts, so each failed one sends the next.
 */
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { JobSignature } from '#app/lib/job-signature.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'

/** Pauses double up to this one. */
const longestMillis = 6 * hourMillis

/** About two weeks. Then the error is the queue's, where staff see it. */
const mostAttempts = 64

/** An install that isn't finished by then is looked at when someone opens the app. */
export const installMillis = 10 * minuteMillis

type Attempted = {
  /** How many were before. Absent: none. */
  attempt?: number | undefined
  /** Sent when someone opened the app, in addition to the attempts of the install: it sends no next one. */
  isExtra?: boolean | undefined
}

const pauseMillis = (attempt: number): number =>
  Math.min(longestMillis, 30 * secondMillis * 2 ** Math.min(attempt, 20))

/** @throws whatever `finish` throws that no later attempt mends, and the last attempt's error */
export async function finishLater<Payload extends Attempted & object>(
  { jobs, log }: Services,
  {
    job,
    payload,
    finish,
  }: {
    job: JobSignature<Payload>
    payload: NoInfer<Payload>
    finish: () => Promise<void>
  },
): Promise<void> {
  try {
    await finish()
  } catch (error) {
    const { attempt = 0, isExtra = false } = payload
    if (!(error instanceof TryLater) || attempt >= mostAttempts) throw error
    log.warn({ err: error, job: job.name, attempt }, 'the rest of an install waits')
    if (isExtra) return
    const seconds = pauseMillis(attempt) / secondMillis
    await jobs.sendLater(job, { ...payload, attempt: attempt + 1 }, seconds)
  }
}
