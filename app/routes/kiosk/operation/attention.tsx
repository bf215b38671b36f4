/** Issues that staff should look at first, each with a link to where they can. */
import { Link } from '@remix-run/react'
import type { NeedsAttention } from '#app/presenters/kiosk/operation/attention.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatSeconds } from '../money/metrics-tables.tsx'

/** Jobs of each minute are late by some seconds in normal operation. */
const lateAfterSeconds = 300

export function Attention({ needs }: { needs: NeedsAttention }) {
  const shown = itemsOf(needs)
  if (shown.length === 0) return <p>No failures, overdue payments or open support requests.</p>
  return (
    <ul className="rows">
      {shown.map(({ to, label }) => (
        <li key={to} className="rows__row">
          <Link className="text-link" to={to}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function itemsOf(needs: NeedsAttention): { to: string; label: string }[] {
  const { failedJobs, lateSeconds, failedDeliveries, failedWebhooks, pastDue } = needs
  const lateJobs =
    lateSeconds > lateAfterSeconds
      ? [{ to: '/kiosk/jobs#queues', label: `Jobs are late by ${formatSeconds(lateSeconds)}` }]
      : []
  return [
    ...item('/kiosk/jobs', failedJobs, ['job gave up', 'jobs gave up']),
    ...lateJobs,
    ...item('/kiosk/deliveries', failedDeliveries, [
      'delivery failed in the last 24 hours',
      'deliveries failed in the last 24 hours',
    ]),
    ...item('/kiosk/deliveries?list=sent', failedWebhooks, [
      'webhook was given up in the last 24 hours',
      'webhooks were given up in the last 24 hours',
    ]),
    ...item('/kiosk/billing?state=past_due', pastDue, [
      'subscription is past due',
      'subscriptions are past due',
    ]),
    ...item('/kiosk/billing#late-charges', needs.lateCharges, [
      'charge has to be refunded',
      'charges have to be refunded',
    ]),
    ...item('/kiosk/billing#stripe-webhook', needs.endpointIssues, [
      'issue with Stripe’s webhook',
      'issues with Stripe’s webhook',
    ]),
    // Its filter shows those that wait for staff.
    ...item('/kiosk/support', needs.openRequests, [
      'support request waits for an answer',
      'support requests wait for an answer',
    ]),
  ]
}

const item = (to: string, count: number, [one, many]: readonly [string, string]) =>
  count === 0 ? [] : [{ to, label: `${formatCount(count)} ${count === 1 ? one : many}` }]
