/** A nudge without anything to show: when it goes live, and how to bring its data. */
import { Form, Link, useNavigation } from '@remix-run/react'
import {
  describeAwaited,
  describeUnapproved,
  listDataWays,
  type AwaitedData,
} from '#app/presenters/onboarding/awaited-data.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import type { PublishView, WaitingNudge } from './read-publish.server.ts'

type WaitingProps = Pick<PublishView, 'site' | 'nudge'> & { awaiting: WaitingNudge }

export function Waiting({ site, nudge, awaiting: { awaited, instead } }: WaitingProps) {
  const { reason } = describeAwaited(awaited)
  const ways = listDataWays(awaited, { uuid: site.uuid, nudge: nudge.uuid })
  const unapproved = describeUnapproved(awaited)

  return (
    <>
      <LiveStatus isDone={false}>
        {`${reason} Visitors can’t see this nudge yet. This page updates automatically.`}
      </LiveStatus>
      {unapproved !== null && (
        <p className="step__text">
          {unapproved}{' '}
          <Link className="text-link" to={approvalPath(awaited)}>
            Review
          </Link>
        </p>
      )}
      <section className="stack gap-12" aria-labelledby="data-ways">
        <h2 id="data-ways" className="step__heading">
          {awaited.kind === null ? 'What to do' : 'Bring your data'}
        </h2>
        <ul className="row gap-8 plain-list">
          {ways.map(({ label, to }) => (
            <li key={to}>
              <Button url={to}>{label}</Button>
            </li>
          ))}
        </ul>
        {awaited.kind === 'purchase' && (
          <p className="step__text">
            {awaited.isAutomatic
              ? 'Or wait: your shop sends each new order automatically.'
              : 'Or wait, if your thank-you page or server already sends each order.'}
          </p>
        )}
      </section>
      {instead !== null && <Instead {...instead} />}
    </>
  )
}

const approvalPath = ({ kind }: AwaitedData) =>
  kind === 'purchase'
    ? '/onboarding?step=nudge'
    : `/data-feeds/${kind === 'signup' ? 'signups' : 'reviews'}?state=waiting`

/** Offers a nudge that visitors can see today. */
function Instead({ type, name }: NonNullable<WaitingNudge['instead']>) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" action="/onboarding" className="stack gap-12">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="type" value={type} />
      <p className="step__text">Want visitors to see a nudge today? “{name}” works right away.</p>
      <div>
        <Button submit loading={state !== 'idle' && formData?.get('type') === type}>
          {`Use ${name}`}
        </Button>
      </div>
    </Form>
  )
}
