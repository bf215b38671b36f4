/** Pending invitations of an organization. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { requireNamedTeam, requireRight, requireVerified } from '#app/auth/guards.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import {
  inviteMember,
  listInvitations,
  readSeats,
  resendInvitation,
  revokeInvitation,
} from '#app/domain/teams/invitations.server.ts'
import { accessLists, accessOf, hasSeat, invitationsInput } from '#app/domain/teams/members.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AccessFields } from './access-fields.tsx'
import { Upgrade } from './plan-sections.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Invitations – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'members:manage')
  const { services } = args.context
  const seats = await readSeats(services, team.scope)
  const sites = await listSites(services, team.scope)
  const invitations = await listInvitations(services, team.scope)
  const now = services.now()
  return {
    teamId: team.scope.teamId,
    seats: { ...seats, isFull: !hasSeat(seats.taken, seats.limit) },
    isVerified: account.isVerified,
    mayPay: mayDo(team.role, 'billing:manage'),
    sites: sites.map(({ uuid, name }) => ({ uuid, name })),
    invitations: invitations.map(({ siteIds, ...invitation }) => ({
      ...invitation,
      sites: siteIds?.length ?? null,
      isExpired: invitation.expiresAt <= now,
    })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'members:manage')
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['email'])
  const form = await readForm(args.request, invitationsInput, accessLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  // Both send an email to other people.
  if (form.value.intent !== 'revoke') requireVerified(account)
  const by = { actor: account, team: team.scope, address: clientAddress }
  try {
    switch (form.value.intent) {
      case 'invite': {
        const { email } = form.value
        await inviteMember(services, by, { ...accessOf(form.value), email })
        return data<Saved>({ saved: `Invitation sent to ${email}` })
      }
      case 'resend': {
        const { email } = await resendInvitation(services, by, form.value.id)
        return data<Saved>({ saved: `New invitation sent to ${email}` })
      }
      case 'revoke':
        await revokeInvitation(services, by, form.value.id)
        return data<Saved>({ saved: 'Invitation revoked' })
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['invitations'][number]

export default function Invitations() {
  const { teamId, seats, mayPay, isVerified, sites, invitations } = useLoaderData<typeof loader>()
  return (
    <div className="settings">
      <Panel>
        <h2 className="settings__title">Invite a member</h2>
        <p className="settings__lead">
          We’ll email a link that works for 7 days, for this address only.
        </p>
        {seats.limit !== null && (
          <p className="settings__lead">
            {seats.taken} of {countWithNoun(seats.limit, 'seat')} used, including pending
            invitations.
          </p>
        )}
        {seats.isFull && <Upgrade teamId={teamId} isOwner={mayPay} />}
        {!seats.isFull && !isVerified && (
          <p className="settings__lead">Confirm your email address to invite members.</p>
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
      {invitations.length > 0 && (
        <Panel>
          <h2 className="settings__title">Pending invitations</h2>
          <ul className="rows">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: Row }) {
  const { id, email, role, sites, expiresAt, isExpired } = invitation
  return (
    <li className="rows__row">
      <div className="rows__words">
        <p className="rows__name">
          {email} {isExpired && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className="rows__detail">
          {roleLabels[role].name} · {sites === null ? 'all sites' : countWithNoun(sites, 'site')} ·{' '}
          {isExpired ? 'expired' : 'expires'}{' '}
          <time dateTime={expiresAt.toISOString()}>{formatDateTime(expiresAt)}</time>
        </p>
      </div>
      <div className="rows__acts">
        <ActionForm
          className="rows__act"
          hidden={{ intent: 'resend', id }}
          action="Resend"
          actionLabel={`Resend invitation to ${email}`}
        />
        <ActionForm
          className="rows__act"
          hidden={{ intent: 'revoke', id }}
          action="Revoke"
          actionLabel={`Revoke invitation to ${email}`}
        />
      </div>
    </li>
  )
}
