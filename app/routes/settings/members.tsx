/** Members of an organization, and invitations of people who manage them. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { requireNamedTeam, requireRight, requireVerified } from '#app/auth/guards.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '#app/domain/teams/invitations.server.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { accessLists, accessOf, invitationsInput } from '#app/domain/teams/members.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { InviteSection, PendingInvitations } from './invite-section.tsx'
import { readInvitations } from './read-invitations.server.ts'
import { Done, readTeamNotice } from './team-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Members – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const mayManage = mayDo(team.role, 'members:manage')
  const members = await listMembers(services, team.scope)
  return {
    now: services.now(),
    done: readTeamNotice(args.request),
    invitations: mayManage ? await readInvitations(services, { account, team }) : null,
    members: members.map((member) => ({
      id: member.id,
      name: member.name,
      email: member.email,
      role: member.role,
      sites: member.siteIds?.length ?? null,
      isYou: member.id === account.id,
      mayChange: mayManage && member.role !== 'owner' && member.id !== account.id,
      // Last activity and two-factor status are only for people who manage members.
      seen: mayManage ? { lastSeenAt: member.lastSeenAt, hasTwoFactor: member.hasTwoFactor } : null,
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

type Row = ReturnType<typeof useLoaderData<typeof loader>>['members'][number]

export default function Members() {
  const { members, invitations, done, now } = useLoaderData<typeof loader>()
  return (
    <div className="settings">
      <Done done={done} />
      <Panel>
        <h2 className="settings__title">Members</h2>
        <ul className="rows">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} now={now} />
          ))}
        </ul>
      </Panel>
      {invitations && <PendingInvitations pending={invitations.pending} />}
      {invitations && <InviteSection {...invitations} />}
      <Roles />
    </div>
  )
}

function MemberRow({ member, now }: { member: Row; now: Date }) {
  const { id, name, email, role, sites, isYou, mayChange, seen } = member
  return (
    <li className="rows__row">
      <div className="rows__words">
        <p className="rows__name">
          {name} {isYou && <Badge>You</Badge>}
        </p>
        <p className="rows__detail">{email}</p>
        <p className="rows__detail">
          {roleLabels[role].name} · {sites === null ? 'all sites' : countWithNoun(sites, 'site')}
        </p>
        {seen && (
          <p className="rows__detail">
            {seen.lastSeenAt ? (
              <>
                Last active <RelativeTime at={seen.lastSeenAt} now={now} />
              </>
            ) : (
              'No active session'
            )}{' '}
            · {seen.hasTwoFactor ? 'two-factor on' : 'two-factor off'}
          </p>
        )}
      </div>
      {mayChange && (
        <Link className="text-link" to={String(id)} aria-label={`Edit or remove ${name}`}>
          Edit
        </Link>
      )}
    </li>
  )
}

function Roles() {
  return (
    <Panel>
      <h2 className="settings__title">Roles</h2>
      <dl className="facts">
        {entriesOf(roleLabels).map(([role, { name, meaning }]) => (
          <div key={role}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const entriesOf = (labels: Record<TeamRole, { name: string; meaning: string }>) =>
  Object.entries(labels)
