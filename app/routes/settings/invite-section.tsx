/** Invitations of an organization: the pending ones, and the form for another. */
import { roleLabels } from '#app/domain/teams/roles.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AccessFields } from './access-fields.tsx'
import { Upgrade } from './plan-sections.tsx'
import type { InvitationsView } from './read-invitations.server.ts'
import { describeSites } from './site-words.ts'

type Pending = Pick<InvitationsView, 'pending'>

export const PendingInvitations = ({ pending }: Pending) =>
  pending.length > 0 && (
    <Panel>
      <h2 className="part-title">Pending invitations</h2>
      <ul className="rows">
        {pending.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )

function InvitationRow({ invitation }: { invitation: Pending['pending'][number] }) {
  const { id, email, role, sites, expiresAt, isExpired } = invitation
  return (
    <li className="rows__row">
      <div className="rows__words">
        <p className="strong">
          {email} {isExpired && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className="rows__detail">
          {roleLabels[role].name} · {describeSites(sites)} · {isExpired ? 'expired' : 'expires'}{' '}
          <time dateTime={expiresAt.toISOString()}>{formatDateTime(expiresAt)}</time>
        </p>
      </div>
      <div className="row gap-8">
        <ActionForm
          className=""
          hidden={{ intent: 'resend', id }}
          action="Resend"
          actionLabel={`Resend invitation to ${email}`}
        />
        <ActionForm
          className=""
          hidden={{ intent: 'revoke', id }}
          action="Revoke"
          actionLabel={`Revoke invitation to ${email}`}
        />
      </div>
    </li>
  )
}

export function InviteSection({ teamId, seats, mayPay, isVerified, sites }: InvitationsView) {
  return (
    <section id="invite" className="linked-part" aria-labelledby="invite-heading" tabIndex={-1}>
      <Panel>
        <h2 id="invite-heading" className="part-title">
          Invite a member
        </h2>
        <p className="part-lead">
          We’ll email a link that works for 7 days, for this address only.
        </p>
        {seats.limit !== null && (
          <p className="part-lead">
            {seats.taken} of {countWithNoun(seats.limit, 'seat')} used, including pending
            invitations.
          </p>
        )}
        {seats.isFull && <Upgrade teamId={teamId} isOwner={mayPay} />}
        {!seats.isFull && !isVerified && (
          <p className="part-lead">Confirm your email address to invite members.</p>
        )}
        {!seats.isFull && isVerified && (
          <ActionForm hidden={{ intent: 'invite' }} action="Send invitation" tone="primary" clears>
            {(answer) => (
              <>
                <TextInput
                  name="email"
                  label="Email"
                  type="email"
                  autoComplete="off"
                  answer={answer}
                />
                <AccessFields
                  answer={answer}
                  sites={sites}
                  initial={{ role: 'editor', siteUuids: null }}
                />
              </>
            )}
          </ActionForm>
        )}
      </Panel>
    </section>
  )
}
