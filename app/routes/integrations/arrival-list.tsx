import { Link } from '@remix-run/react'
import type { Arrival } from '#app/presenters/integrations/arrivals.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'

type ArrivalListProps = {
  title: string
  /** Shown until something arrives. */
  waiting: string
  arrivals: readonly Arrival[]
  now: Date
}

/** The most recent arrivals, refreshed while the screen is open. */
export function ArrivalList({ title, waiting, arrivals, now }: ArrivalListProps) {
  const isLate = usePolling(5_000)
  return (
    <Panel>
      <h2 className="part-title">{title}</h2>
      {arrivals.length === 0 ? (
        <>
          <LiveStatus isDone={false}>{waiting} This page updates automatically.</LiveStatus>
          <Empty kind="nudge" title="No data yet">
            What arrives appears here, and in your nudges.
          </Empty>
        </>
      ) : (
        <ul className="rows">
          {arrivals.map(({ uuid, kind, productTitle, tokenName, receivedAt }) => (
            <li key={uuid} className="rows__row break-anywhere">
              <span>
                <Link className="text-link" to={`/data-feeds/activities/${uuid}`}>
                  {kindLabels[kind]}
                </Link>
                {productTitle !== null && `: ${productTitle}`}
              </span>
              <span className="muted small">
                {tokenName !== null && `${tokenName}, `}
                <RelativeTime at={receivedAt} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isLate && <p className="part-lead">The list may be out of date. We keep trying.</p>}
    </Panel>
  )
}

const kindLabels: Record<Arrival['kind'], string> = {
  purchase: 'Purchase',
  signup: 'Sign-up',
  review: 'Review',
}
