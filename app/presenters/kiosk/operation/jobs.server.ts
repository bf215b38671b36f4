/** Queues of jobs, and jobs that gave up. */
import { z } from 'zod'
import { defineCursor } from '#app/lib/cursor.server.ts'
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
  isFirst: boolean
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

const failedJobCursor = defineCursor('failed jobs', z.object({ micros: z.int(), id: z.uuid() }))

/**
 * @param queue null: the jobs of all queues
 * @param cursor `next` of the page before. Null, and anything else: the first page
 */
export async function readKioskJobs(
  { jobs, db }: Services,
  { queue, cursor }: { queue: string | null; cursor: string | null },
): Promise<KioskJobs> {
  const before = failedJobCursor.read(cursor)
  const page = await jobs.listFailed({ queue, before, most: kioskPageSize }, db.system)
  return {
    queues: await jobs.readQueues(db.system),
    failed: page.jobs.map(withoutData),
    isFirst: before === null,
    next: page.next && failedJobCursor.write(page.next),
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
