/** Staff actions on jobs that gave up. Each is one entry of their audit log. */
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { runStaffAct, type StaffActor } from './run-staff-act.server.ts'

type JobActRequest = {
  actor: StaffActor
  reason: string
  /** Id of the job, a uuid. */
  job: string
}

/** A job is of no person or team, so a second member of staff is refused by the job’s own state. */
const shared = ({ actor, reason, job }: JobActRequest) => ({
  actor,
  reason,
  subject: null,
  lastActId: null,
  details: { job },
})

const noLongerFailed = () =>
  new Refusal('conflict', 'The job was run again or removed meanwhile. Reload the page.')

/**
 * The payload as it was stored, in which people can be named.
 *
 * @throws Refusal `conflict` when the job is no longer one that gave up
 */
export const openJobByStaff = (services: Services, request: JobActRequest): Promise<unknown> =>
  runStaffAct(services, { ...shared(request), act: 'job.opened' }, async () => {
    const job = await services.jobs.findFailed(request.job, services.db.system)
    if (!job) throw noLongerFailed()
    return job.data
  })

/** All attempts begin again. @throws Refusal `conflict` when the job is no longer one that gave up */
export const restartJobByStaff = (services: Services, request: JobActRequest): Promise<void> =>
  runStaffAct(services, { ...shared(request), act: 'job.restarted' }, async () => {
    if (!(await services.jobs.runAgain(request.job, services.db.system))) throw noLongerFailed()
  })
