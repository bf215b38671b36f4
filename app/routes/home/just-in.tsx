/** The newest activities. New ones appear while the screen is open; each can be hidden. */
import { Link } from '@remix-run/react'
import { useState } from 'react'
import type { ActivityState } from '#app/domain/activities/activity-state.ts'
import type { LatestActivity } from '#app/presenters/home/latest-activities.server.ts'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { HomePanel } from './home-panel.tsx'

type JustInProps = {
  /** Our app in its shop system brings its orders. */
  isShop: boolean
  activities: readonly LatestActivity[]
  /** Without a published nudge nothing is shown. */
  isPublished: boolean
  /** Others see the list without buttons. */
  mayEdit: boolean
  now: Date
}

export function JustIn({ activities, isPublished, isShop, mayEdit, now }: JustInProps) {
  const { Form, ref, isBusy } = useFormFetcher()
  const [first] = useState<ReadonlySet<string>>(() => new Set(activities.map(({ uuid }) => uuid)))
  const isNew = (uuid: string) => !first.has(uuid)
  return (
    <HomePanel
      id="activities-heading"
      title="Just in"
      beside={
        activities.length > 0 && (
          <p className="muted small">
            As visitors see it ·{' '}
            <Link className="text-link" to="/data-feeds">
              All purchases
            </Link>
          </p>
        )
      }
    >
      {activities.length === 0 ? (
        <p className="muted prose home-empty">
          {isShop ? (
            'No activity yet. Paid orders of your shop appear here.'
          ) : (
            <>
              No activity yet.{' '}
              <Link className="text-link" to="/onboarding?step=nudge">
                Send your first purchase
              </Link>
            </>
          )}
        </p>
      ) : (
        <Form ref={ref} method="post">
          <ul className="plain-list home-rows">
            {activities.map((activity) => (
              <li
                key={activity.uuid}
                className={isNew(activity.uuid) ? 'just-in just-in--new' : 'just-in'}
              >
                <p className="break-anywhere">
                  <Link to={`/data-feeds/activities/${activity.uuid}`}>
                    <strong className="strong">{activity.title}</strong> {activity.text}
                  </Link>
                </p>
                <p className="muted small">
                  <RelativeTime at={activity.occurredAt} now={now} />
                </p>
                <ActivityBadge
                  state={activity.state}
                  isPublished={isPublished && activity.isShown}
                />
                {mayEdit && activity.state !== 'hidden' && (
                  <button
                    className="text-link"
                    formAction={`/data-feeds/activities/${activity.uuid}`}
                    name="intent"
                    value="hide"
                    aria-label={`Hide: ${activity.title} ${activity.text}`}
                    disabled={isBusy}
                  >
                    Hide
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Form>
      )}
    </HomePanel>
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
  unproved: 'Page not verified',
  unlisted: 'No longer listed',
  unreached: 'Not found lately',
} as const satisfies Record<Exclude<ActivityState, 'live'>, string>

function ActivityBadge({ state, isPublished }: { state: ActivityState; isPublished: boolean }) {
  if (state === 'waiting') return <Badge tone="attention">{reasons.waiting}</Badge>
  if (state !== 'live') return <Badge>{reasons[state]}</Badge>
  if (!isPublished) return <Badge tone="info">Ready</Badge>
  // The usual case, for which the list’s heading is enough.
  return <span className="visually-hidden">Live</span>
}
