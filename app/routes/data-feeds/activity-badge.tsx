/** Whether visitors see an activity, and why not. */
import type { FeedRow } from '#app/presenters/activity-feed/activity-feed.server.ts'
import type { ActivityState, WithheldReason } from '#app/domain/activities/activity-state.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

export const activityStateLabels: Record<ActivityState, string> = {
  live: 'Live',
  waiting: 'Needs approval',
  hidden: 'Hidden',
  old: 'Too old',
  withheld: 'Excluded',
  unsigned: 'Unverified',
  ahead: 'Future date',
  unproved: 'Page not verified',
  unlisted: 'No longer listed',
  unreached: 'Not found lately',
}

const withheldLabels: Record<WithheldReason, string> = {
  test: 'Test order',
  free: 'Free order',
  same_sale: 'Payment of a shop order',
  canceled: 'Canceled',
  refunded: 'Refunded',
  buyer: 'Customer of an order',
}

type Shown = Pick<FeedRow, 'state' | 'rule' | 'withheld'>

/**
 * @param isPublished a published nudge shows its kind; without one nothing is shown
 * @param isBrief without the reason
 */
export function ActivityBadge(props: Shown & { isPublished: boolean; isBrief?: boolean }) {
  const { state, isPublished, isBrief = false } = props
  const isReady = state === 'live' && !isPublished
  return (
    <>
      <Badge {...toneOf(state, isPublished)}>
        {isReady ? 'Ready' : activityStateLabels[state]}
      </Badge>
      {!isBrief && (
        <>
          {' '}
          <span className="table__below muted small feed__why">
            {describeState(props, isPublished)}
          </span>
        </>
      )}
    </>
  )
}

function toneOf(state: ActivityState, isPublished: boolean) {
  if (state === 'waiting') return { tone: 'attention' as const }
  if (state !== 'live') return {}
  return { tone: isPublished ? ('success' as const) : ('info' as const) }
}

/** Empty when the label says it all. */
export function describeState({ state, rule, withheld }: Shown, isPublished: boolean): string {
  switch (state) {
    case 'live':
      return isPublished ? '' : 'No live nudge uses it'
    case 'waiting':
      return 'Reported by a page only'
    case 'hidden':
      return rule === null ? 'Hidden manually' : `Hidden by exclusion: ${rule}`
    case 'old':
      return 'Older than your nudges’ look-back period'
    case 'withheld':
      return withheld === null ? 'Test order, free order or canceled' : withheldLabels[withheld]
    case 'unsigned':
      return 'We can’t verify that it came from your site'
    case 'unproved':
      return 'Its review page isn’t verified as yours'
    case 'unlisted':
      return 'Its source no longer lists it'
    case 'unreached':
      return 'We haven’t found it at its source lately'
    case 'ahead':
      return 'Its date is in the future'
  }
}
