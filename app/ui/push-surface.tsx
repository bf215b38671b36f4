/** Push messages on some days, next to the numbers of popup and inline nudges. */
import { Link } from '@remix-run/react'
import type { PushSurface } from '#app/domain/push/push-surface.server.ts'
import { formatCount, formatRate } from './format/format-number.ts'
import { Panel } from './panel.tsx'

type PushSurfacePanelProps = {
  push: PushSurface
  /** The days, in words. */
  days: string
}

export const PushSurfacePanel = ({ push, days }: PushSurfacePanelProps) => {
  const { subscribers, accepted, shown, clicked, stopped } = push
  const metrics = [
    ['Subscribers', formatCount(subscribers)],
    ['Messages accepted', formatCount(accepted)],
    ['Messages shown', formatCount(shown)],
    [
      'Clicks',
      `${formatCount(clicked)} (${formatRate(shown === 0 ? null : clicked / shown)} of shown)`,
    ],
    ['Opt-outs', formatCount(stopped)],
  ] as const
  return (
    <Panel>
      <section aria-labelledby="push-heading">
        <h2 id="push-heading" className="part-title">
          Push messages
        </h2>
        <p className="part-lead">
          {days}, days in UTC. Devices report what they show, and not all of them do.{' '}
          <Link className="text-link" to="/push-nudges/delivery">
            View delivery
          </Link>
        </p>
        <dl className="columns gap-16 m-0">
          {metrics.map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd className="m-0 strong numbers">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Panel>
  )
}
