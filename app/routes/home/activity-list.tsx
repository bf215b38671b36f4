import { Link } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import type { ActivityState } from '#app/domain/activities/activity-state.ts'
import type { LatestActivity } from '#app/presenters/home/latest-activities.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'

type ActivityListProps = {
  activities: readonly LatestActivity[]
  /** Without a published nudge nothing is shown. */
  isPublished: boolean
  now: Date
}

export function ActivityList({ activities, isPublished, now }: ActivityListProps) {
  return (
    <Panel>
      <section aria-labelledby="activities-heading">
        <div className="home-head">
          <h2 id="activities-heading" className="home-head__title">
            Latest activity
          </h2>
          {activities.length > 0 && <p className="home-head__note">As visitors see it</p>}
        </div>
        {activities.length === 0 ? (
          <p className="home-empty">
            No activity yet.{' '}
            <Link className="text-link" to="/onboarding?step=nudge">
              Send your first purchase
            </Link>
          </p>
        ) : (
          <ul className="activities">
            {activities.map(({ uuid, title, text, state, isShown, occurredAt }) => (
              <li key={uuid} className="activities__row">
                <p className="activities__words">
                  <strong>{title}</strong> {text}
                </p>
                <p className="activities__age">
                  <RelativeTime at={occurredAt} now={now} />
                </p>
                <StateBadge state={state} isPublished={isPublished && isShown} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </Panel>
  )
}

/** Why visitors don't see it. */
const reasons = {
  old: 'Too old to show',
  ahead: 'Future date',
  withheld: 'Test, free or canceled',
  unsigned: 'Unverified source',
  waiting: 'Needs approval',
  hidden: 'Hidden',
} as const satisfies Record<Exclude<ActivityState, 'live'>, string>

function StateBadge({ state, isPublished }: { state: ActivityState; isPublished: boolean }) {
  if (state === 'waiting') return <Badge tone="attention">{reasons.waiting}</Badge>
  if (state !== 'live') return <Badge>{reasons[state]}</Badge>
  return isPublished ? <Badge tone="success">Live</Badge> : <Badge tone="info">Ready</Badge>
}
