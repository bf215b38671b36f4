/** Tables of people, organizations and sites. */
import { Link } from '@remix-run/react'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { FoundSite, FoundTeam, FoundUser } from '#app/presenters/kiosk/search/search.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type OfRows<Found> = { rows: readonly Found[]; now: Date }

export const UserTable = ({ rows, now, staffId }: OfRows<FoundUser> & { staffId: number }) => (
  <Table caption="Users" columns={[{ label: 'Name' }, { label: 'Email' }, { label: 'Joined' }]}>
    {rows.map((user) => (
      <Row key={user.id}>
        <RowHead>
          <Link className="text-link" to={`/kiosk/users/${String(user.id)}`}>
            {user.name}
          </Link>{' '}
          {user.id === staffId ? <Badge>You</Badge> : user.isStaff && <Badge>Staff</Badge>}
        </RowHead>
        <Cell label="Email">
          {user.email} {!user.isVerified && <Badge tone="attention">Not verified</Badge>}
        </Cell>
        <Cell label="Joined">
          <RelativeTime at={user.createdAt} now={now} />
        </Cell>
      </Row>
    ))}
  </Table>
)

const teamColumns = [
  { label: 'Name' },
  { label: 'Owner' },
  { label: 'Plan' },
  { label: 'Sites', isNumber: true },
  { label: 'Created' },
]

export const TeamTable = ({ rows, now }: OfRows<FoundTeam>) => (
  <Table caption="Organizations" columns={teamColumns}>
    {rows.map((team) => (
      <Row key={team.id}>
        <RowHead>
          <Link className="text-link" to={`/kiosk/teams/${String(team.id)}`}>
            {team.name}
          </Link>
        </RowHead>
        <Cell label="Owner">{team.owner}</Cell>
        <Cell label="Plan">
          <span className="table__whole">{findPlan(team.plan)?.name ?? team.plan}</span>
        </Cell>
        <Cell label="Sites" isNumber>
          {team.sites}
        </Cell>
        <Cell label="Created">
          <RelativeTime at={team.createdAt} now={now} />
        </Cell>
      </Row>
    ))}
  </Table>
)

const siteColumns = [
  { label: 'Name' },
  { label: 'URL' },
  { label: 'Organization' },
  { label: 'Pixel last seen' },
]

export const SiteTable = ({ rows, now }: OfRows<FoundSite>) => (
  <Table caption="Sites" columns={siteColumns}>
    {rows.map((site) => (
      <Row key={site.id}>
        <RowHead>{site.name}</RowHead>
        <Cell label="URL">{site.url}</Cell>
        <Cell label="Organization">
          <Link className="text-link" to={`/kiosk/teams/${String(site.team.id)}`}>
            {site.team.name}
          </Link>
        </Cell>
        <Cell label="Pixel last seen">
          {site.pixelSeenAt ? <RelativeTime at={site.pixelSeenAt} now={now} /> : 'Never'}
        </Cell>
      </Row>
    ))}
  </Table>
)
