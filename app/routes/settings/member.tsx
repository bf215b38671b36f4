/** One member's role and sites, and their removal. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireNamedTeam, requireRight } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { changeMember, listMembers, removeMember } from '#app/domain/teams/members.server.ts'
import { accessLists, accessOf, memberInput } from '#app/domain/teams/members.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AccessFields } from './access-fields.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Member')

/** The member in the URL. Owners and oneself can't be changed here, so they have no such screen. */
async function requireOther(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'members:manage')
  const members = await listMembers(args.context.services, team.scope)
  const found = members.find(({ id }) => String(id) === args.params['member'])
  if (found && found.id !== account.id && found.role !== 'owner') {
    return { account, team, member: { ...found, role: found.role } }
  }
  throw pageNotFound(args.request)
}

export async function loader(args: LoaderFunctionArgs) {
  const { team, member } = await requireOther(args)
  const sites = await listSites(args.context.services, team.scope)
  const { name, email, role, siteIds } = member
  const siteUuids = siteIds && sites.filter(({ id }) => siteIds.includes(id)).map((one) => one.uuid)
  return {
    name,
    email: shownAddress(email),
    organization: team.name,
    access: { role, siteUuids },
    sites: sites.map(({ uuid, name: siteName }) => ({ uuid, name: siteName })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, member } = await requireOther(args)
  const { services } = args.context
  const form = await readForm(args.request, memberInput, accessLists)
  if (!form.ok) return invalidFormResponse(form.errors)

  const by = { actor: account, team: team.scope }
  const members = `/settings/teams/${String(team.scope.teamId)}/members`
  try {
    switch (form.value.intent) {
      case 'change':
        await changeMember(services, by, { ...accessOf(form.value), member: member.id })
        return redirect(`${members}?done=changed`)
      case 'remove':
        await removeMember(services, by, member.id)
        return redirect(`${members}?done=removed`)
    }
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function Member() {
  const { name, email, organization, access, sites } = useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <Panel>
        <h2 className="part-title">{name}’s access</h2>
        {email !== '' && <p className="part-lead">{email}</p>}
        <SettingsForm hidden={{ intent: 'change' }} action="Save access">
          {(answer) => <AccessFields answer={answer} sites={sites} initial={access} />}
        </SettingsForm>
      </Panel>
      <Panel>
        <h2 className="part-title">Remove {name}</h2>
        <p className="part-lead">
          {name} immediately loses access to {organization} on all devices. API tokens they created
          for it stop working.
        </p>
        <ConfirmForm
          hidden={{ intent: 'remove' }}
          action={`Remove ${name}`}
          title={`Remove ${name} from ${organization}?`}
          confirm="Remove member"
        >
          <p>To come back, {name} needs a new invitation.</p>
        </ConfirmForm>
      </Panel>
      <p>
        <Link className="text-link" to="../members">
          Back to members
        </Link>
      </p>
    </div>
  )
}
