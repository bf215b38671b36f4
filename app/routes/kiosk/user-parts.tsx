/** A person as staff see them. */
import { Link } from '@remix-run/react'
import { roleLabels } from '#app/domain/teams/roles.ts'
import type { KioskUser } from '#app/presenters/kiosk/user.server.ts'
import { formatAmounts } from '#app/lib/money.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { Facts } from './facts.tsx'
import { nameOfPlan } from './money/plan-words.ts'

type Props = { user: KioskUser; now: Date }

const factors = { app: 'Authenticator app', phone: 'Text message' } as const

export const UserFacts = ({ user }: Pick<Props, 'user'>) => (
  <Facts
    facts={{
      Email: user.email,
      Verified: user.verifiedAt ? formatDateTime(user.verifiedAt) : 'No',
      Account: user.isStaff ? <Badge>Staff</Badge> : 'Merchant',
      Joined: formatDate(user.createdAt),
      Password: user.passwordAt ? `Set on ${formatDate(user.passwordAt)}` : 'None',
      'Second factor': user.factor ? factors[user.factor] : 'None',
      Passkeys: user.passkeyCount,
      ...(user.suspendedAt
        ? {
            Suspended: (
              <>
                <Badge tone="critical">Suspended</Badge> {formatDateTime(user.suspendedAt)}
                {user.suspensionNotice !== null && `: ${user.suspensionNotice}`}
              </>
            ),
          }
        : {}),
    }}
  />
)

export const UserParts = ({ user, now }: Props) => (
  <>
    <Panel>
      <h2 className="part-title">Organizations</h2>
      {user.teams.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption="Organizations"
          columns={[
            { label: 'Name' },
            { label: 'Role' },
            { label: 'Plan' },
            { label: 'Paid so far', isNumber: true },
          ]}
        >
          {user.teams.map(({ id, name, role, plan, paid }) => (
            <Row key={id}>
              <RowHead>
                <Link className="text-link" to={`/kiosk/teams/${String(id)}`}>
                  {name}
                </Link>
              </RowHead>
              <Cell label="Role">
                <span className="table__whole">{roleLabels[role].name}</span>
              </Cell>
              <Cell label="Plan">
                <span className="table__whole">{nameOfPlan(plan)}</span>
              </Cell>
              <Cell label="Paid so far" isNumber>
                {formatAmounts(paid) || formatPrice(0)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
    <Panel>
      <h2 className="part-title">Devices</h2>
      {user.devices.length === 0 ? (
        <p>Not logged in anywhere.</p>
      ) : (
        <Table
          caption="Devices"
          columns={[{ label: 'Browser' }, { label: 'Logged in' }, { label: 'Last active' }]}
        >
          {user.devices.map(({ id, name, startedAt, lastUsedAt }) => (
            <Row key={id}>
              <RowHead>{name ?? 'Unknown browser'}</RowHead>
              <Cell label="Logged in">
                <RelativeTime at={startedAt} now={now} />
              </Cell>
              <Cell label="Last active">
                <RelativeTime at={lastUsedAt} now={now} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
    <Panel>
      <h2 className="part-title">Support requests</h2>
      {user.requests.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul className="rows">
          {user.requests.map(({ id, subject, at }) => (
            <li key={id} className="rows__row">
              <p className="rows__words">
                <Link className="text-link" to={`/kiosk/support/${String(id)}`}>
                  {subject}
                </Link>
              </p>
              <p className="rows__detail">{formatDateTime(at)}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  </>
)
