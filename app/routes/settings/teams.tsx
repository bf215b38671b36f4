/** The person's organizations. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useFetcher, useLoaderData } from '@remix-run/react'
import { requireAccount, requireTeamContext } from '#app/auth/guards.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { describeTeams, type TeamOverview } from '#app/domain/teams/overview.server.ts'
import { roleLabels } from '#app/domain/teams/roles.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { readSubmittedValues, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Done, readTeamNotice } from './team-notice.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Organizations')

export async function loader(args: LoaderFunctionArgs) {
  const { memberships, team } = await requireTeamContext(args)
  const teams = await describeTeams(args.context.services, memberships)
  return {
    teams: teams.map(({ photoId, ...one }) => ({ ...one, logo: sourceOfPhoto(photoId) })),
    currentId: team?.scope.teamId ?? null,
    done: readTeamNotice(args.request),
  }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const typed = await readSubmittedValues(args.request, ['name'])
  const form = await readForm(args.request, createTeamInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const { teamId } = await createTeam(args.context.services, account, form.value)
  return redirect(`/settings/teams/${String(teamId)}?done=made`)
}

export default function Teams() {
  const { teams, currentId, done } = useLoaderData<typeof loader>()
  return (
    <Screen title="Organizations" lead="Organizations group your sites, members and billing.">
      <div className="parts">
        <Done done={done} />
        {teams.length > 0 && (
          <Panel>
            <ul className="rows">
              {teams.map((team) => (
                <Row key={team.id} team={team} isCurrent={team.id === currentId} />
              ))}
            </ul>
          </Panel>
        )}
        <NewTeam />
      </div>
    </Screen>
  )
}

type TeamRow = Omit<TeamOverview, 'photoId'> & { logo: ImageSource | null }

function Row({ team, isCurrent }: { team: TeamRow; isCurrent: boolean }) {
  const { id, name, role, logo, members, sites } = team
  return (
    <li className="rows__row">
      <Avatar source={logo} name={name} size={32} />
      <div className="rows__words">
        <p className="strong">
          <Link className="text-link" to={`/settings/teams/${String(id)}`}>
            {name}
          </Link>{' '}
          {isCurrent && <Badge tone="success">Current</Badge>}
        </p>
        <p className="rows__detail">
          {roleLabels[role].name} · {countWithNoun(sites, 'site')} ·{' '}
          {countWithNoun(members, 'member')}
        </p>
        {sites === 0 && role !== 'owner' && role !== 'admin' && (
          <p className="rows__detail">
            You don’t have access to any sites yet. Ask the owner or an admin.
          </p>
        )}
      </div>
      {!isCurrent && <Switch id={id} name={name} />}
    </li>
  )
}

function Switch({ id, name }: { id: number; name: string }) {
  const { Form: SwitchForm, state } = useFetcher()
  return (
    <SwitchForm method="post" action="/settings/current">
      <input type="hidden" name="team" value={id} />
      <input type="hidden" name="to" value="/settings/teams" />
      <Button submit loading={state !== 'idle'} accessibilityLabel={`Switch to ${name}`}>
        Switch
      </Button>
    </SwitchForm>
  )
}

const NewTeam = () => (
  <Panel>
    <h2 className="part-title">New organization</h2>
    <p className="part-lead">For sites with a different team or separate billing.</p>
    <ActionForm action="Create organization">
      {(answer) => (
        <TextInput
          name="name"
          label="Organization name"
          autoComplete="organization"
          answer={answer}
        />
      )}
    </ActionForm>
  </Panel>
)
