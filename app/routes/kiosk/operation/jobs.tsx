/** Queues of background jobs, and jobs that gave up. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { openJobByStaff, restartJobByStaff } from '#app/domain/accounts/staff/job-acts.server.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { readFailedJob, readKioskJobs } from '#app/presenters/kiosk/operation/jobs.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { refusedStaffForm, staffFormInput } from '../staff-form.server.ts'
import type { FullContent } from './content-acts.tsx'
import { FailedTable, JobPanel, jobsAddress, Queues } from './job-parts.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Jobs')

const query = z.object({
  queue: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .nullable()
    .catch(null),
  /** The job that is open. */
  open: z.uuid().nullable().catch(null),
})

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const { searchParams } = new URL(args.request.url)
  const { queue, open } = query.parse(Object.fromEntries(searchParams))
  return {
    ...(await readKioskJobs(services, { queue, cursor: searchParams.get('before') })),
    opened: open === null ? null : await readFailedJob(services, open),
    isMissing: open !== null,
    queue,
    now: services.now(),
  }
}

const actInput = z.object({
  intent: z.enum(['open', 'again']),
  job: z.uuid('Reload the page and try again.'),
  reason: staffFormInput.reason,
})

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, ['reason'])
  const { services } = args.context
  try {
    const { actor } = await requireKioskAct(args)
    const form = await readForm(args.request, actInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { intent, job, reason } = form.value
    if (intent === 'open') {
      const content = await openJobByStaff(services, { actor, reason, job })
      return data<FullContent>({ id: job, content: JSON.stringify(content, null, 2) })
    }
    await restartJobByStaff(services, { actor, reason, job })
    return data<Saved>({ saved: 'Job is running again' })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

export default function Jobs() {
  const { queues, failed, next, opened, isMissing, queue, isFirst, now } =
    useLoaderData<typeof loader>()
  return (
    <Screen title="Jobs" lead="Background work: what waits, what runs, and what gave up.">
      <div className="parts">
        {opened ? (
          <JobPanel key={opened.id} job={opened} queue={queue} />
        ) : (
          isMissing && (
            <Panel>
              <p>This job was run again or removed. The list below shows the others.</p>
            </Panel>
          )
        )}
        <Panel>
          <h2 className="part-title">
            {queue === null ? 'Jobs that gave up' : `Jobs that gave up: ${queue}`}
          </h2>
          <p className="part-lead">
            All attempts failed. They’re kept for 14 days and can be run again.
          </p>
          {failed.length === 0 ? (
            <Empty title={isFirst ? 'No failed jobs' : 'No older failed jobs'}>
              {isFirst
                ? 'Every job is done, running or still being tried.'
                : 'That was the last page.'}
            </Empty>
          ) : (
            <FailedTable jobs={failed} queue={queue} now={now} />
          )}
          <Pagination
            of="failed jobs"
            first={isFirst ? null : jobsAddress({ queue })}
            next={next === null ? null : jobsAddress({ queue, before: next })}
          />
        </Panel>
        <Panel>
          <h2 id="queues" tabIndex={-1} className="part-title">
            Queues
          </h2>
          {queues.length === 0 ? (
            <p className="part-lead">No job ran on this database yet.</p>
          ) : (
            <Queues queues={queues} />
          )}
        </Panel>
      </div>
    </Screen>
  )
}
