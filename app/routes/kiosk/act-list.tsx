/** Entries of the audit log of staff. */
import { Link } from '@remix-run/react'
import type { StaffActEntry } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

export const ActList = ({ entries }: { entries: readonly StaffActEntry[] }) => (
  <ol className="rows">
    {entries.map((entry) => (
      <li key={entry.id} className="rows__row">
        <p className="rows__words">
          <strong>{entry.staff ?? 'A deleted account'}</strong> {entry.sentence}{' '}
          <OutcomeBadge outcome={entry.outcome} />
        </p>
        <p className="rows__detail">
          <time dateTime={entry.at.toISOString()}>{formatDateTime(entry.at)}</time>
          {entry.address !== '' && ` from ${entry.address}`}
          {entry.user && (
            <>
              {' · '}
              <Link className="text-link" to={`/kiosk/users/${String(entry.user.id)}`}>
                {entry.user.name}
              </Link>
            </>
          )}
          {entry.teamId !== null && (
            <>
              {' · '}
              <Link className="text-link" to={`/kiosk/teams/${String(entry.teamId)}`}>
                Organization {entry.teamId}
              </Link>
            </>
          )}
        </p>
        {entry.reason !== null && <p className="rows__detail basis-full">Reason: {entry.reason}</p>}
        {entry.refusal !== null && <p className="rows__detail basis-full">{entry.refusal}</p>}
      </li>
    ))}
  </ol>
)

/** The sentence reads as if it was done. */
function OutcomeBadge({ outcome }: Pick<StaffActEntry, 'outcome'>) {
  switch (outcome) {
    case 'done':
      return null
    case 'refused':
      return <Badge tone="warning">Refused</Badge>
    case 'failed':
      return <Badge tone="critical">Failed, maybe in part</Badge>
    case 'started':
      return <Badge tone="attention">Outcome unknown</Badge>
  }
}
