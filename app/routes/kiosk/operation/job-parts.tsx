/** A job that gave up, the list of them, and the queues. */
import { Link } from '@remix-run/react'
import type { QueueFigures } from '#app/lib/job-signature.ts'
import type { ListedJob, OpenedJob } from '#app/presenters/kiosk/operation/jobs.server.ts'
import { Details } from '#app/ui/details.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Facts } from '../facts.tsx'
import { formatSeconds } from '../money/metrics-tables.tsx'
import { ContentActs } from './content-acts.tsx'

/** The section’s address with these filters; absent ones aren’t written. */
export function jobsAddress(given: Record<string, string | null>): string {
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  ).toString()
  return search === '' ? '/kiosk/jobs' : `/kiosk/jobs?${search}`
}

type FailedTableProps = { jobs: readonly ListedJob[]; queue: string | null; now: Date }

export const FailedTable = ({ jobs, queue, now }: FailedTableProps) => (
  <Table
    caption="Jobs that gave up"
    columns={[
      { label: 'Job' },
      { label: 'Error' },
      { label: 'Attempts', isNumber: true },
      { label: 'Failed' },
    ]}
  >
    {jobs.map((job) => (
      <Row key={job.id}>
        <RowHead>
          <Link className="text-link nowrap" to={jobsAddress({ queue, open: job.id })}>
            {job.name}
          </Link>
        </RowHead>
        <Cell label="Error" isText>
          {job.error || 'Unknown'}
        </Cell>
        <Cell label="Attempts" isNumber>
          {formatCount(job.attempts)}
        </Cell>
        <Cell label="Failed">
          <RelativeTime at={job.failedAt} now={now} />
        </Cell>
      </Row>
    ))}
  </Table>
)

export const JobPanel = ({ job, queue }: { job: OpenedJob; queue: string | null }) => (
  <Panel>
    <h2 className="part-title">{job.name}</h2>
    <Facts
      facts={{
        ID: job.id,
        Error: job.error || 'Unknown',
        Attempts: formatCount(job.attempts),
        Sent: formatDateTime(job.createdAt),
        'Last attempt failed': formatDateTime(job.failedAt),
      }}
    />
    <ContentActs
      id={job.id}
      masked={job.masked}
      hidden={{ job: job.id }}
      again={{
        action: 'Run again',
        about: 'It runs within seconds, with all its attempts.',
      }}
    />
    <p className="row gap-16 mt-16">
      <Link className="text-link" to={jobsAddress({ queue })}>
        Close
      </Link>
    </p>
  </Panel>
)

/** Most queues are idle most of the time: their names are enough. */
export function Queues({ queues }: { queues: readonly QueueFigures[] }) {
  const isIdle = ({ failed, waiting, later, running }: QueueFigures) =>
    failed + waiting + later + running === 0
  const busy = queues.filter((queue) => !isIdle(queue))
  const idle = queues.filter(isIdle)
  return (
    <>
      {busy.length > 0 && <QueueTable queues={busy} />}
      {idle.length > 0 && (
        <Details isRow summary={`${formatCount(idle.length)} idle`}>
          <p className="rows__words">{idle.map(({ name }) => name).join(', ')}</p>
        </Details>
      )}
    </>
  )
}

const QueueTable = ({ queues }: { queues: readonly QueueFigures[] }) => (
  <Table
    caption="Queues"
    columns={[
      { label: 'Queue' },
      { label: 'Failed', isNumber: true },
      { label: 'Waiting', isNumber: true },
      { label: 'Later', isNumber: true, about: 'Sent for later, or tried again after a pause.' },
      { label: 'Running', isNumber: true },
      { label: 'Late by', isNumber: true, about: 'How late the oldest waiting job is.' },
    ]}
  >
    {queues.map(({ name, failed, waiting, later, running, lateSeconds }) => (
      <Row key={name}>
        <RowHead>{name}</RowHead>
        <Cell label="Failed" isNumber>
          {failed === 0 ? (
            '0'
          ) : (
            <Link
              className="text-link"
              to={jobsAddress({ queue: name })}
              aria-label={`Failed jobs of ${name}: ${formatCount(failed)}`}
            >
              <Badge tone="critical">{formatCount(failed)}</Badge>
            </Link>
          )}
        </Cell>
        <Cell label="Waiting" isNumber>
          {formatCount(waiting)}
        </Cell>
        <Cell label="Later" isNumber>
          {formatCount(later)}
        </Cell>
        <Cell label="Running" isNumber>
          {formatCount(running)}
        </Cell>
        <Cell label="Late by" isNumber>
          {lateSeconds === 0 ? '–' : formatSeconds(lateSeconds)}
        </Cell>
      </Row>
    ))}
  </Table>
)
