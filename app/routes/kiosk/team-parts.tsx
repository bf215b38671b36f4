/** An organization as staff see it: people, sites, connections and failed webhooks. */
import { Link } from '@remix-run/react'
import { roleLabels } from '#app/domain/teams/roles.ts'
import { endpointHost } from '#app/domain/webhooks/endpoint.ts'
import type { KioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { countWithNoun, formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Facts, LimitState } from './facts.tsx'
import { siteBoostWords } from './money/plan-words.ts'

type Props = { team: KioskTeam; now: Date }

export function TeamFacts({ team: { usage, ...team } }: { team: KioskTeam }) {
  const { used, allowance, percent, meteredBy, renewsAt, boost, siteBoosts } = usage
  const ofAllowance =
    allowance === null
      ? `${formatUnits(used, meteredBy)}, no limit`
      : `${formatCount(used)} of ${formatUnits(allowance, meteredBy)}`
  return (
    <Facts
      facts={{
        Plan: team.planName,
        'Used this month': `${ofAllowance}${percent === null ? '' : `, ${String(percent)}%`}`,
        Limit: <LimitState isReached={usage.isLimitReached} siteBoosts={siteBoosts} />,
        Boost: boost
          ? `${formatUnits(boost.units, meteredBy)} until ${formatDate(boost.expiresAt)}`
          : 'None',
        ...(siteBoosts.length > 0 && {
          'Boosts for one site': siteBoosts
            .map((ofSite) => siteBoostWords(ofSite, meteredBy))
            .join('; '),
        }),
        'Month ends': formatDate(renewsAt),
        Sites: ofLimit(team.sites.length, team.siteLimit),
        Members:
          team.members.length > memberPageSize
            ? `More than ${String(memberPageSize)}`
            : ofLimit(team.members.length, team.memberLimit),
        Created: formatDate(team.createdAt),
        ...(team.suspendedAt ? { Suspended: suspensionOf(team) } : {}),
      }}
    />
  )
}

/** The page lists no more. */
const memberPageSize = 50

/** "3 members". */
export const memberCount = (listed: number): string =>
  listed > memberPageSize
    ? `More than ${String(memberPageSize)} members`
    : countWithNoun(listed, 'member')

const ofLimit = (count: number, limit: number | null) =>
  limit === null ? `${String(count)}, no limit` : `${String(count)} of ${String(limit)}`

const suspensionOf = ({
  suspendedAt,
  suspensionNotice,
}: Pick<KioskTeam, 'suspendedAt' | 'suspensionNotice'>) => (
  <>
    <Badge tone="critical">Suspended</Badge> {suspendedAt && formatDateTime(suspendedAt)}
    {suspensionNotice !== null && `: ${suspensionNotice}`}
  </>
)

export const TeamParts = ({ team, now }: Props) => (
  <>
    <Panel>
      <h2 className="part-title">Members</h2>
      <Table caption="Members" columns={[{ label: 'Name' }, { label: 'Email' }, { label: 'Role' }]}>
        {team.members.map(({ id, name, email, role }) => (
          <Row key={id}>
            <RowHead>
              <Link className="text-link" to={`/kiosk/users/${String(id)}`}>
                {name}
              </Link>
            </RowHead>
            <Cell label="Email">{email}</Cell>
            <Cell label="Role">
              <span className="table__whole">{roleLabels[role].name}</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
    <Panel>
      <h2 id="sites" className="part-title" tabIndex={-1}>
        Sites
      </h2>
      {team.sites.length === 0 ? <p>None.</p> : <Sites team={team} now={now} />}
    </Panel>
    <Panel>
      <h2 id="connections" className="part-title" tabIndex={-1}>
        Connections
      </h2>
      {team.connections.length === 0 ? <p>None.</p> : <Connections team={team} now={now} />}
    </Panel>
    <Panel>
      <h2 className="part-title">Failed webhooks</h2>
      {team.failedWebhooks.length === 0 ? <p>None.</p> : <Webhooks team={team} />}
    </Panel>
  </>
)

const Sites = ({ team, now }: Props) => (
  <Table
    caption="Sites"
    columns={[{ label: 'Name' }, { label: 'URL' }, { label: 'UUID' }, { label: 'Pixel last seen' }]}
  >
    {team.sites.map((site) => (
      <Row key={site.id}>
        <RowHead>
          {site.name} {site.pausedAt && <Badge tone="attention">Paused</Badge>}
        </RowHead>
        <Cell label="URL">
          {site.url}
          {site.shop !== null && ` (${site.shop})`}
        </Cell>
        <Cell label="UUID">{site.uuid}</Cell>
        <Cell label="Pixel last seen">
          {site.pixelSeenAt ? <RelativeTime at={site.pixelSeenAt} now={now} /> : 'Never'}
        </Cell>
      </Row>
    ))}
  </Table>
)

const states = {
  pending: 'Being connected',
  active: 'Active',
  paused: 'Paused',
  lost: 'Access refused',
  ended: 'Disconnected',
} as const

const Connections = ({ team, now }: Props) => (
  <Table
    caption="Connections"
    columns={[
      { label: 'Integration' },
      { label: 'Site' },
      { label: 'Status' },
      { label: 'Last data' },
      { label: 'Last error' },
    ]}
  >
    {team.connections.map(({ id, integration, site, state, fault, lastRecordAt, ...page }) => (
      <Row key={id}>
        <RowHead>
          <span className="nowrap">{integration}</span>
          {page.hasUnprovedPage && (
            <>
              {' '}
              <Badge tone="attention">Review page not verified</Badge>{' '}
              <span className="muted small break-anywhere">{page.reviewPage}</span>
            </>
          )}
        </RowHead>
        <Cell label="Site">{site}</Cell>
        <Cell label="Status">
          {state === 'lost' ? (
            <Badge tone="critical">{states[state]}</Badge>
          ) : state === 'active' && fault !== null ? (
            <Badge tone="attention">Failing</Badge>
          ) : (
            states[state]
          )}
        </Cell>
        <Cell label="Last data">
          {lastRecordAt ? <RelativeTime at={lastRecordAt} now={now} /> : 'None yet'}
        </Cell>
        <Cell label="Last error" isText>
          {fault ?? 'None'}
        </Cell>
      </Row>
    ))}
  </Table>
)

const Webhooks = ({ team }: Pick<Props, 'team'>) => (
  <Table
    caption="Failed webhooks"
    columns={[{ label: 'Endpoint' }, { label: 'Answer' }, { label: 'When' }]}
  >
    {team.failedWebhooks.map(({ id, url, status, fault, at }) => (
      <Row key={id}>
        <RowHead>{endpointHost(url)}</RowHead>
        <Cell label="Answer">{status ?? `None: ${fault ?? 'unknown'}`}</Cell>
        <Cell label="When">{formatDateTime(at)}</Cell>
      </Row>
    ))}
  </Table>
)
