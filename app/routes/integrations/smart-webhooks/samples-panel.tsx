import { Link } from '@remix-run/react'
import type { SmartWebhookView } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'

type SamplesPanelProps = {
  view: Pick<SmartWebhookView, 'samples' | 'sample' | 'state' | 'now' | 'uuid'>
  /** Address of this screen, for browsers that run no script. */
  path: string
  /** Where a sample is chosen. */
  sampleTo?: (id: number) => string
}

/** The last deliveries of a day, one of which fields are chosen from. */
export function SamplesPanel({ view, path, sampleTo }: SamplesPanelProps) {
  const { samples, sample, state, now } = view
  const isActive = state === 'active'
  const chosen = samples.filter(({ id }) => sampleTo === undefined || id === sample?.id)
  const first = chosen.length > 0 ? chosen : samples.slice(0, 1)
  const others = samples.filter((one) => !first.includes(one))
  const line = ({ id, receivedAt, preview }: (typeof samples)[number]) => (
    <li key={id} className="rows__row break-anywhere">
      <span>{preview || 'No values'}</span>
      <span>
        <RelativeTime at={receivedAt} now={now} />{' '}
        {sampleTo &&
          (sample?.id === id ? (
            <strong>In use below</strong>
          ) : (
            <Link
              className="text-link"
              to={sampleTo(id)}
              preventScrollReset
              aria-label={`Use this sample: ${preview}`}
            >
              Use this sample
            </Link>
          ))}
      </span>
    </li>
  )
  return (
    <Panel>
      <h2 className="part-title">Samples</h2>
      {!(isActive && samples.length > 0) && (
        <LiveStatus isDone={samples.length > 0}>
          {samples.length > 0
            ? 'A sample arrived.'
            : 'Waiting for a sample. This page updates automatically.'}
        </LiveStatus>
      )}
      {samples.length === 0 ? (
        <Empty kind="nudge" title="No samples yet">
          Send a test delivery from the other service. Its nudge is previewed here.{' '}
          <Link className="text-link" to={path} preventScrollReset>
            Check again
          </Link>
        </Empty>
      ) : (
        <>
          <p className="part-lead">
            The last 5 deliveries of the last 24 hours.{' '}
            {isActive
              ? 'Personal data is hidden while the webhook is active.'
              : 'They aren’t shown to visitors.'}
          </p>
          <ul className="rows">{first.map(line)}</ul>
          {others.length > 0 && (
            <Details
              isRow
              summary={
                others.length === 1 ? '1 other sample' : `${String(others.length)} other samples`
              }
            >
              <ul className="rows">{others.map(line)}</ul>
            </Details>
          )}
        </>
      )}
      {samples.length === 0 && <Refreshing />}
    </Panel>
  )
}

function Refreshing() {
  usePolling(3_000)
  return null
}
