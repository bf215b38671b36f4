/** Whether a webhook works, and what to do if it doesn't. */
import type { Endpoint, PauseReason } from '#app/domain/webhooks/endpoint.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { EndpointBadge } from './endpoint-badge.tsx'

const causes: Record<PauseReason, string> = {
  owner: 'While it’s paused, nothing is sent and new events are skipped.',
  failing:
    'It failed every time for a day, so we paused it. Check the log, fix the program behind the URL, then resume.',
  backlog:
    'More than 10,000 events were waiting for it, so we paused it. Check why it takes so long to answer, then resume.',
  gone: 'The URL answered with status 410, which means that it wants no more events. Resume it if that was a mistake.',
}

type EndpointStatusProps = { endpoint: Endpoint; now: Date; mayEdit: boolean }

export function EndpointStatus({ endpoint, now, mayEdit }: EndpointStatusProps) {
  const { url, state, pauseReason, failingSince, lastDeliveredAt, token } = endpoint
  const isPaused = state === 'paused'
  return (
    <Panel>
      <h2 className="part-title break-anywhere">{url}</h2>
      <p className="part-lead">
        <EndpointBadge endpoint={endpoint} />{' '}
        {lastDeliveredAt ? (
          <>
            Last delivered <RelativeTime at={lastDeliveredAt} now={now} />.
          </>
        ) : (
          'Nothing delivered yet.'
        )}
        {token !== null && ` Added with the API token “${token}”. It ends with that token.`}
      </p>
      {pauseReason !== null && (
        <Banner tone={pauseReason === 'owner' ? 'info' : 'warning'}>{causes[pauseReason]}</Banner>
      )}
      {!isPaused && failingSince !== null && (
        <Banner tone="warning">
          Every attempt failed since <RelativeTime at={failingSince} now={now} />. We keep trying,
          and pause the webhook after a day. See the log for what the URL answered.
        </Banner>
      )}
      {mayEdit && (
        <div className="row gap-12 mt-16">
          {!isPaused && (
            <ActionForm hidden={{ intent: 'test' }} action="Send a test" className="" />
          )}
          <ActionForm
            hidden={{ intent: isPaused ? 'resume' : 'pause' }}
            action={isPaused ? 'Resume webhook' : 'Pause webhook'}
            className=""
          />
        </div>
      )}
    </Panel>
  )
}
