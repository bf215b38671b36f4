/** An organization's name and logo, and leaving it. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireNamedTeam, requireRight } from '#app/auth/guards.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { leaveTeam } from '#app/domain/teams/members.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { renameTeam } from '#app/domain/teams/teams.server.ts'
import { readSubmittedValues, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { LogoForm } from '#app/ui/forms/logo-form.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { usePlanAnchors } from './plan-sections.tsx'
import { Done, readTeamNotice } from './team-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Organization')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireNamedTeam(args, args.params['id'])
  const { name, slug, role, scope, photoId } = team
  return {
    id: scope.teamId,
    name,
    slug,
    logo: sourceOfPhoto(photoId),
    mayEdit: mayDo(role, 'team:edit'),
    isOwner: role === 'owner',
    done: readTeamNotice(args.request),
  }
}

const teamInput = z.discriminatedUnion('intent', [
  createTeamInput.extend({ intent: z.literal('rename') }),
  z.object({ intent: z.literal('leave') }),
])

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name'])
  const form = await readForm(args.request, teamInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const by = { actor: account, team: team.scope }
  switch (form.value.intent) {
    case 'rename':
      requireRight(team, 'team:edit')
      await renameTeam(services, by, form.value)
      return data<Saved>({ saved: 'Name saved' })
    case 'leave':
      await leaveTeam(services, by)
      return redirect('/settings/teams?done=left')
  }
}

export default function Team() {
  const { id, name, slug, logo, mayEdit, isOwner, done } = useLoaderData<typeof loader>()
  usePlanAnchors(id)
  return (
    <div className="parts">
      <Done done={done} />
      <Panel>
        <h2 className="part-title">Name</h2>
        <p className="part-lead">
          Short name: <code>{slug}</code>. It doesn’t change when you rename the organization.
        </p>
        {mayEdit && (
          <SettingsForm hidden={{ intent: 'rename' }} action="Save name">
            {(answer) => (
              <TextInput
                name="name"
                label="Organization name"
                autoComplete="organization"
                initial={name}
                answer={answer}
              />
            )}
          </SettingsForm>
        )}
      </Panel>
      {mayEdit && (
        <Panel>
          <h2 className="part-title">Logo</h2>
          <p className="part-lead">Shown next to the organization name.</p>
          <LogoForm address={`/settings/teams/${String(id)}/logo`} logo={logo} name={name} />
        </Panel>
      )}
      {!isOwner && <Leave name={name} />}
    </div>
  )
}

function Leave({ name }: { name: string }) {
  return (
    <Panel>
      <h2 className="part-title">Leave organization</h2>
      <p className="part-lead">To rejoin, you’ll need a new invitation.</p>
      <ConfirmForm
        hidden={{ intent: 'leave' }}
        action="Leave organization"
        actionLabel={`Leave organization ${name}`}
        title={`Leave ${name}?`}
        confirm="Leave organization"
      >
        <p>You’ll lose access to its sites, and API tokens you created for it stop working.</p>
      </ConfirmForm>
    </Panel>
  )
}
