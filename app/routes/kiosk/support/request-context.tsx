/** Who asks, and how their organization is doing. */
import { Link } from '@remix-run/react'
import type { KioskConversation } from '#app/presenters/kiosk/support.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Facts, LimitState } from '../facts.tsx'

type Props = { request: KioskConversation; now: Date }

export const RequestContext = ({ request: { person, team, context }, now }: Props) => (
  <div className="parts">
    <Panel>
      <h2 className="part-title">User</h2>
      <Facts
        facts={{
          Name: (
            <Link className="text-link" to={`/kiosk/users/${String(person.id)}`}>
              {person.name}
            </Link>
          ),
          Email: person.email,
          Organization: team ? (
            <Link className="text-link" to={`/kiosk/teams/${String(team.id)}`}>
              {team.name}
            </Link>
          ) : (
            'None'
          ),
          ...(context && {
            Plan: context.planName,
            Limit: (
              <LimitState isReached={context.isLimitReached} siteBoosts={context.siteBoosts} />
            ),
          }),
        }}
      />
    </Panel>
    {context && <TeamContext context={context} now={now} />}
  </div>
)

type TeamContextProps = { context: NonNullable<KioskConversation['context']>; now: Date }

const TeamContext = ({ context: { sites, failing, failedWebhook }, now }: TeamContextProps) => (
  <>
    <Panel>
      <h2 className="part-title">Sites</h2>
      {sites.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul className="rows">
          {sites.map(({ id, name, url, pixelSeenAt, isPaused }) => (
            <li key={id} className="rows__row">
              <p className="rows__words">
                {name} {isPaused && <Badge tone="attention">Paused</Badge>}
              </p>
              <p className="rows__detail">
                {url}, pixel last seen{' '}
                {pixelSeenAt ? <RelativeTime at={pixelSeenAt} now={now} /> : 'never'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
    <Panel>
      <h2 className="part-title">Errors</h2>
      {failing.length === 0 && !failedWebhook ? (
        <p>No connection fails, and no webhook failed lately.</p>
      ) : (
        <ul className="rows">
          {failing.map(({ id, integration, site, fault }) => (
            <li key={id} className="rows__row">
              <p className="rows__words">
                {integration} on {site}
              </p>
              <p className="rows__detail">{fault ?? 'Access refused'}</p>
            </li>
          ))}
          {failedWebhook && (
            <li className="rows__row">
              <p className="rows__words">Webhook to {failedWebhook.host}</p>
              <p className="rows__detail">
                {failedWebhook.answer}, <RelativeTime at={failedWebhook.at} now={now} />
              </p>
            </li>
          )}
        </ul>
      )}
    </Panel>
  </>
)
