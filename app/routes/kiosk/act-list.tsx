/** Entries of the audit log of staff. */
import { Link } from '@remix-run/react'
import type { StaffActEntry } from '#app/domain/accounts/staff/list-staff-acts.server.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'

export const ActList = ({ entries }: { entries: readonly StaffActEntry[] }) => (
  <ol className="rows">
    {entries.map((entry) => (
      <li key={entry.id} className="rows__row">
        <p className="rows__words">
          <strong>{entry.staff ?? 'A deleted account'}</strong> {entry.sentence}
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
        {entry.reason !== null && <p className="rows__detail">Reason: {entry.reason}</p>}
        {entry.outcome !== 'done' && (
          <p className="rows__detail">
            {outcomes[entry.outcome]} {entry.refusal}
          </p>
        )}
      </li>
    ))}
  </ol>
)

const outcomes = {
  started: 'It isn’t known whether this was completed.',
  refused: 'Refused.',
  failed: 'Failed. Nothing may have changed.',
} as const
