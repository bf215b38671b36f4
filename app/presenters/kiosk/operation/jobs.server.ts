/** Queues of jobs, and jobs that gave up. */
import type { FailedJob, QueueFigures } from '#app/lib/job-signature.ts'
import type { Services } from '#app/services.ts'
import { maskBody } from '#app/presenters/integrations/mask-delivery.ts'
import { kioskPageSize } from '../search/search-page.ts'

/** Without the payload. */
export type ListedJob = Omit<FailedJob, 'data'>

/** The payload as text, without what names people. */
export type OpenedJob = ListedJob & { masked: string }

export type KioskJobs = {
  queues: QueueFigures[]
  /** The last one that gave up first. */
  failed: ListedJob[]
  /** The place to continue before; null on the last page. */
  next: string | null
}

/**
 * @param queue null: the jobs of all queues
 * @param before a place of `next`; null: the first page
 */
export async function readKioskJobs(
  { jobs, db }: Services,
  { queue, before }: { queue: string | null; before: string | null },
): Promise<KioskJobs> {
  const page = await jobs.listFailed({ queue, before, most: kioskPageSize }, db.system)
  return {
    queues: await jobs.readQueues(db.system),
    failed: page.jobs.map(withoutData),
    next: page.next,
  }
}

/** Errors can quote what they couldn’t send. */
const withoutData = ({ data: _data, error, ...job }: FailedJob): ListedJob => ({
  ...job,
  error: maskBody(error, 'text/plain'),
})

/** Null: there is no such job, or it was run again in between. */
export async function readFailedJob({ jobs, db }: Services, id: string): Promise<OpenedJob | null> {
  const job = await jobs.findFailed(id, db.system)
  if (!job) return null
  return {
    ...withoutData(job),
    masked: maskBody(JSON.stringify(job.data ?? {}), 'application/json'),
  }
}
