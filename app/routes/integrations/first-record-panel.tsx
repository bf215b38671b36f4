import { Form, Link } from '@remix-run/react'
import type { ConnectionView } from '#app/presenters/integrations/connection.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { Panel } from '#app/ui/panel.tsx'

type FirstRecordPanelProps = { view: ConnectionView; mayChange: boolean }

/** Waits for something to arrive, then shows the newest as visitors would see it. */
export function FirstRecordPanel({ view, mayChange }: FirstRecordPanelProps) {
  const { first, health, service } = view
  if (first === null) {
    // Nothing can arrive before it's connected again.
    if (health.state === 'ended' || health.state === 'lost') return null
    return (
      <Panel>
        <h2 className="part-title">Your first nudge</h2>
        {health.state === 'waiting' || health.state === 'working' ? (
          <>
            <LiveStatus isDone={false}>
              Waiting for the first record from {service}. This page updates automatically.
            </LiveStatus>
            <Empty kind="nudge" title="No data yet">
              The first record appears here as your visitors will see it.
            </Empty>
          </>
        ) : (
          <Empty kind="nudge" title="Nothing to show yet">
            The first record from {service} appears here as a nudge.
          </Empty>
        )}
      </Panel>
    )
  }
  const { kind, activity, text, picture, nudge } = first
  const { one, type } = kindWords[kind]
  return (
    <Panel>
      <h2 className="part-title">The newest record as a nudge</h2>
      <div className="first-record stack gap-16 mt-8">
        <Thumbnail payload={picture} label={one} isLarge />
        <div className="first-record__words prose break-anywhere">
          {/* The card says it to everyone else. */}
          <p className="visually-hidden">{text}</p>
          <p>
            <Link className="text-link" to={`/data-feeds/activities/${activity}`}>
              More about this {one}
            </Link>
          </p>
          {nudge !== null && (
            <>
              <p>
                {nudge.isPublished
                  ? 'Your live nudge shows records like this one.'
                  : 'Your nudge for this isn’t live yet.'}
              </p>
              <Button url={`/nudges/${nudge.uuid}`}>
                {nudge.isPublished ? 'Open nudge' : 'Review and publish'}
              </Button>
            </>
          )}
          {nudge === null && mayChange && (
            <Form method="post" action="/popup-nudges">
              <input type="hidden" name="type" value={type} />
              <Button submit variant="primary">
                Create this nudge
              </Button>
            </Form>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** The type that shows each kind one by one. */
const kindWords = {
  purchase: { one: 'purchase', type: 'purchase' },
  signup: { one: 'sign-up', type: 'conversion' },
  review: { one: 'review', type: 'review' },
} as const
