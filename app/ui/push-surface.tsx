/** Push messages on some days, next to the numbers of popup and inline nudges. */
import type { PushSurface } from '#app/domain/push/measuring/push-surface.server.ts'
import type { Days } from '#app/lib/days/counted-days.ts'
import { datedBy, datesOf } from './charts/dated.ts'
import { formatDays } from '#app/lib/days/moment-text.ts'
import { formatCount, formatRate } from './format/format-number.ts'
import { Panel } from './panel.tsx'
import { SiteLink } from './links/site-link.tsx'

type PushSurfacePanelProps = {
  push: PushSurface
  days: Days
}

export const PushSurfacePanel = ({ push, days }: PushSurfacePanelProps) => {
  const { subscribers, accepted, shown, clicked, stopped } = push
  const metrics = [
    ['Subscribers now', formatCount(subscribers)],
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
      <section aria-labelledby="push-heading" {...datesOf(days)}>
        <h2 id="push-heading" className="part-title">
          Push messages
        </h2>
        <p className="part-lead">
          {formatDays(days)}, days in UTC. Devices report what they show, and not all of them do.{' '}
          <SiteLink to="/push-nudges/delivery">View delivery</SiteLink>
        </p>
        <dl className="columns gap-16 m-0">
          {metrics.map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd
                className="m-0 strong numbers"
                {...datedBy(name === 'Subscribers now' ? 'now' : days)}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Panel>
  )
}
