/** Members of an organization, and invitations of people who manage them. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireNamedTeam, requireRight, requireVerified } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '#app/domain/teams/invitations.server.ts'
import {
  changeRole,
  listMembers,
  memberOrderKeys,
  memberPageSize,
  removeMember,
} from '#app/domain/teams/members.server.ts'
import { accessLists, accessOf, membersInput } from '#app/domain/teams/members.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { readOrder, writeOrder } from '#app/lib/list-order.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import type { Saved, Undo } from '#app/ui/forms/form-fetcher.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { InviteSection, PendingInvitations } from './invite-section.tsx'
import { MemberTable } from './member-table.tsx'
import { readInvitations } from './read-invitations.server.ts'
import { namedSites } from './site-words.ts'
import { Done, readTeamNotice } from './team-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Members')

const searchInput = z.object({ page: z.coerce.number().int().min(1).max(1000).catch(1) })

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const { searchParams, pathname } = new URL(args.request.url)
  const { page } = searchInput.parse(Object.fromEntries(searchParams))
  const mayManage = mayDo(team.role, 'members:manage')
  // Last activity and two-factor status are only for people who manage members, also as an order.
  const keys = mayManage ? memberOrderKeys : memberOrderKeys.filter((key) => key !== 'active')
  const order = readOrder(searchParams.get('sort'), keys)
  const found = await listMembers(services, team.scope, { order, page })
  const sites = mayManage ? await listSites(services, team.scope) : null
  const invitations = sites && (await readInvitations(services, { account, team, sites }))
  return {
    path: pathname,
    page,
    order,
    hasNext: found.length > memberPageSize,
    now: services.now(),
    done: readTeamNotice(args.request),
    invitations,
    organization: team.name,
    members: found.slice(0, memberPageSize).map((member) => ({
      id: member.id,
      name: member.name,
      email: shownAddress(member.email),
      role: member.role,
      sites: namedSites(member.siteIds, sites),
      isYou: member.id === account.id,
      mayChange: mayManage && member.role !== 'owner' && member.id !== account.id,
      seen: mayManage ? { lastSeenAt: member.lastSeenAt, hasTwoFactor: member.hasTwoFactor } : null,
    })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'members:manage')
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['email'])
  const form = await readForm(args.request, membersInput, accessLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  // Both send an email to other people.
  if (form.value.intent === 'invite' || form.value.intent === 'resend') requireVerified(account)
  const by = { actor: account, team: team.scope, address: clientAddress }
  try {
    switch (form.value.intent) {
      case 'role': {
        const { member, role } = form.value
        const before = await changeRole(services, by, { member, role })
        return data<Saved>({
          saved: `Role changed to ${roleLabels[role].name.toLowerCase()}`,
          undo: undoRole(new URL(args.request.url).pathname, { member, role: before }),
        })
      }
      case 'remove':
        await removeMember(services, by, form.value.member)
        return data<Saved>({ saved: 'Member removed' })
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

const undoRole = (to: string, { member, role }: { member: number; role: TeamRole }): Undo => ({
  to,
  fields: [
    ['intent', 'role'],
    ['member', String(member)],
    ['role', role],
  ],
})

export default function Members() {
  const { path, page, order, hasNext, ...loaded } = useLoaderData<typeof loader>()
  const { members, invitations, organization, done, now } = loaded
  const query = new URLSearchParams(order ? { sort: writeOrder(order) } : {})
  return (
    <div className="parts">
      <Done done={done} />
      <Panel>
        <h2 className="part-title">Members</h2>
        <MemberTable
          {...{ members, organization, now }}
          sorted={{ path, query: new URLSearchParams(), order }}
          isManaged={invitations !== null}
        />
        <Pagination
          of="members"
          first={page === 1 ? null : `${path}?${query.toString()}`}
          next={
            hasNext
              ? `${path}?${new URLSearchParams([...query, ['page', String(page + 1)]]).toString()}`
              : null
          }
        />
      </Panel>
      {invitations && <PendingInvitations pending={invitations.pending} />}
      {invitations && <InviteSection {...invitations} />}
      <Roles />
    </div>
  )
}

function Roles() {
  return (
    <Panel>
      <h2 className="part-title">Roles</h2>
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
