/** Members of an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { requireNamedTeam } from '#app/auth/guards.server.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { mayDo, roleLabels } from '#app/domain/teams/roles.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import { productName } from '#app/lib/product.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Done, readTeamNotice } from './team-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = () => [{ title: `Members – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const mayManage = mayDo(team.role, 'members:manage')
  const members = await listMembers(services, team.scope)
  return {
    now: services.now(),
    done: readTeamNotice(args.request),
    mayManage,
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

type Row = ReturnType<typeof useLoaderData<typeof loader>>['members'][number]

export default function Members() {
  const { members, mayManage, done, now } = useLoaderData<typeof loader>()
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
        {mayManage && (
          <p className="settings__lead">
            <Link className="text-link" to="../invitations">
              Invite a member
            </Link>
          </p>
        )}
      </Panel>
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
