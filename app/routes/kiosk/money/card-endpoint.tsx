/** Whether Stripe sends the webhooks that are needed, and what to do if it doesn't. */
import type { ReactNode } from 'react'
import type { KioskEndpoint } from '#app/presenters/kiosk/card-endpoint.server.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'

export const CardEndpoint = ({ endpoint }: { endpoint: KioskEndpoint }) => (
  <Panel>
    <h2 className="part-title" id="stripe-webhook">
      Stripe webhook
    </h2>
    {endpoint.failure && <Failure failure={endpoint.failure} />}
    {endpoint.check && <Check endpoint={endpoint} check={endpoint.check} />}
    {endpoint.check === null && endpoint.failure === null && (
      <p className="part-lead">
        Not checked yet. Its settings are read from Stripe after each start and each night.
      </p>
    )}
  </Panel>
)

type FailureProps = { failure: NonNullable<KioskEndpoint['failure']> }

const Failure = ({ failure: { since, reason } }: FailureProps) => (
  <p>
    Checks of the webhook’s settings have failed since {formatDateTime(since)}. {advice[reason]}
  </p>
)

const advice: Record<FailureProps['failure']['reason'], ReactNode> = {
  refused: (
    <>
      Stripe refuses to show them. Under Developers › API keys, check that the key in{' '}
      <code>STRIPE_SECRET_KEY</code> still works. If it doesn’t, create a new one, copy it there and
      restart Footfall.
    </>
  ),
  away: 'Stripe can’t be reached. Footfall tries again tonight. If this lasts for days, check that your server can reach api.stripe.com.',
  unclear:
    'Stripe’s answer can’t be read. Footfall tries again tonight. If this lasts for days, update Footfall.',
}

type CheckProps = { endpoint: KioskEndpoint; check: NonNullable<KioskEndpoint['check']> }

function Check({ endpoint, check }: CheckProps) {
  const { issues, otherVersions, keepsEventsAway } = check
  const at = formatDateTime(check.at)
  // A result of before says nothing about today.
  const isOld = endpoint.failure !== null
  return (
    <>
      {isOld && issues.length > 0 && <p>{`Last checked on ${at}, with this result:`}</p>}
      {issues.length === 0 && (
        <p>
          {isOld
            ? `On ${at}, Stripe sent all events that Footfall needs.`
            : 'Stripe sends all events that Footfall needs.'}
        </p>
      )}
      {issues.map((issue) => (
        <Issue key={JSON.stringify(issue)} issue={issue} endpoint={endpoint} />
      ))}
      {otherVersions.map((version) => (
        <p key={version}>
          Events come in {version === null ? 'the account’s default API version' : version}, not in{' '}
          {endpoint.apiVersion}. You don’t have to change this: Footfall only uses the IDs in them.
        </p>
      ))}
      <p className="part-lead">
        {!isOld && `Checked on ${at}. `}
        {keepsEventsAway &&
          'Until this is fixed, some changes at Stripe are noticed only by the nightly check.'}
      </p>
    </>
  )
}

type IssueProps = { endpoint: KioskEndpoint; issue: CheckProps['check']['issues'][number] }

function Issue({ issue, endpoint }: IssueProps) {
  switch (issue.kind) {
    case 'unreadable': {
      return (
        <p>
          The Stripe key isn’t allowed to read webhook settings. Under Developers › API keys, give
          it read access to webhook endpoints.
        </p>
      )
    }
    case 'missing': {
      return (
        <>
          <p>
            Stripe has no webhook endpoint for{' '}
            <code className="break-anywhere">{endpoint.url}</code>. Under Developers › Webhooks, add
            one, copy its signing secret to <code>STRIPE_WEBHOOK_SECRET</code> and select these
            events:
          </p>
          <Events events={endpoint.neededEvents} />
        </>
      )
    }
    case 'disabled': {
      return (
        <p>
          The webhook endpoint is disabled, so Stripe sends no events. Under Developers › Webhooks,
          enable {issue.endpoints.join(' or ')}.
        </p>
      )
    }
    case 'events': {
      return (
        <>
          <p>
            Stripe doesn’t send all events that Footfall needs. Under Developers › Webhooks, edit{' '}
            {issue.endpoints.length > 1 ? 'the one that you keep' : issue.endpoints.join()} and
            select these events as well:
          </p>
          <Events events={issue.events} />
        </>
      )
    }
    case 'several': {
      return (
        <p>
          Stripe has several enabled webhook endpoints for this URL: {issue.endpoints.join(', ')}.
          Keep the one with the signing secret in <code>STRIPE_WEBHOOK_SECRET</code> and delete the
          others. The next check shows whether it lacks events.
        </p>
      )
    }
  }
}

const Events = ({ events }: { events: readonly string[] }) => (
  <ul>
    {events.map((event) => (
      <li key={event}>
        <code>{event}</code>
      </li>
    ))}
  </ul>
)
