/** Whether visitors see an activity, in one sentence with the way to change it. */
import type { WithheldReason } from '#app/domain/activities/activity-state.ts'
import type { Showing } from '#app/presenters/activity-feed/showing.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import type { ActivityKindLabels } from './activity-kind-labels.ts'

export type ShowingText = {
  sentence: string
  way?: { to: string; label: string }
}

const withheldWords: Record<Exclude<WithheldReason, 'same_sale'>, string> = {
  test: 'it’s a test',
  free: 'it was free',
  canceled: 'it was canceled',
  refunded: 'it was refunded',
  buyer: 'it’s the customer of an order or another sign-up',
}

type About = {
  labels: Pick<ActivityKindLabels, 'many'>
  /** Description of the exclusion that hides it. */
  rule: string | null
  /** Why it's excluded. Null: no one knows. */
  withheld: WithheldReason | null
  occurredAt: Date
}

const library = '/popup-nudges'
const list = '/popup-nudges/list'
const editorOf = ({ uuid }: { uuid: string }) => `/nudges/${uuid}`

export function describeShowing(
  showing: Showing,
  { labels, rule, withheld, occurredAt }: About,
): ShowingText {
  switch (showing.kind) {
    case 'shown':
      return {
        sentence: `Visitors can see it now in “${showing.nudge.name}”, until ${formatDateTime(showing.until)} at the latest.`,
        way: { to: editorOf(showing.nudge), label: 'Edit nudge' },
      }
    case 'counted':
      return {
        sentence: `Visitors see it only as part of the number in “${showing.nudge.name}”.`,
        way: { to: library, label: `Show ${labels.many} one by one` },
      }
    case 'paused':
      return {
        sentence: 'Visitors don’t see it, because all nudges are paused.',
        way: { to: list, label: 'Resume nudges' },
      }
    case 'no_nudge':
      return {
        sentence: `Visitors don’t see it yet, because no live nudge shows ${labels.many}.`,
        way: { to: library, label: 'Create nudge' },
      }
    case 'no_place':
      return {
        sentence: 'Visitors don’t see it, because your nudges only show people with a location.',
        way: { to: '/site-settings/privacy', label: 'Change privacy settings' },
      }
    case 'other_source':
      return {
        sentence: `Visitors don’t see it, because “${showing.nudge.name}” only uses another source.`,
        way: { to: editorOf(showing.nudge), label: 'Change its source' },
      }
    case 'few_stars':
      return {
        sentence: `Visitors don’t see it, because “${showing.nudge.name}” shows reviews with at least ${String(showing.stars)} stars.`,
        way: { to: editorOf(showing.nudge), label: 'Change its minimum' },
      }
    case 'no_text':
      return {
        sentence: `Visitors don’t see it, because “${showing.nudge.name}” only shows reviews with text.`,
        way: { to: editorOf(showing.nudge), label: 'Edit nudge' },
      }
    case 'newer':
      return {
        sentence: `Visitors no longer see it, because “${showing.nudge.name}” shows the ${String(showing.listSize)} newest ${labels.many}.`,
        way: { to: editorOf(showing.nudge), label: 'Show more of them' },
      }
    case 'old':
      return {
        sentence:
          'Visitors no longer see it, because it’s older than your nudges’ look-back period.',
        way: { to: list, label: 'Choose a nudge to change' },
      }
    case 'hidden':
      return rule === null
        ? { sentence: 'Visitors don’t see it, because it was hidden manually.' }
        : {
            sentence: `Visitors don’t see it, because of your exclusion: ${rule}.`,
            way: { to: '/data-feeds/exclusions', label: 'Edit exclusions' },
          }
    case 'waiting':
      return {
        sentence: 'Visitors don’t see it yet. Only a page reported it, so it needs your approval.',
      }
    case 'unproved':
      return {
        sentence: 'Visitors don’t see it yet, because its review page isn’t verified as yours.',
        way: { to: '/integrations', label: 'Open integrations' },
      }
    case 'unlisted':
      return {
        sentence: 'Visitors don’t see it, because its source no longer lists it.',
      }
    case 'unreached':
      return {
        sentence:
          'Visitors don’t see it, because we haven’t found it at its source lately. Your plan includes each source’s newest reviews, and this one may be older.',
        way: { to: '/integrations', label: 'Open integrations' },
      }
    case 'unsigned':
      return {
        sentence: 'Visitors don’t see it, because we can’t verify that it came from your site.',
        way: { to: '/account/api-tokens', label: 'Send it from your server' },
      }
    case 'withheld':
      if (withheld === 'same_sale') {
        return {
          sentence: 'Visitors don’t see it, because it’s the payment of a shop order.',
        }
      }
      return {
        sentence:
          withheld === null
            ? 'Visitors never see it: test, free, canceled and refunded orders aren’t shown. This can’t be changed.'
            : `Visitors don’t see it, because ${withheldWords[withheld]}. This can’t be changed.`,
      }
    case 'ahead':
      return {
        sentence: `Visitors don’t see it yet, because it’s dated ${formatDateTime(occurredAt)}.`,
      }
  }
}
