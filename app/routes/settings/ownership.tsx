/** Actions of the owner only: transferring ownership and deleting the organization. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import {
  refuseWhileImpersonating,
  requireNamedTeam,
  requireRight,
} from '#app/auth/guards.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { ownershipInput } from '#app/domain/teams/members.ts'
import { deleteTeam, transferTeam } from '#app/domain/lifecycle/ownership.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { PasswordInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Ownership – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'team:transfer')
  const { services } = args.context
  const members = await listMembers(services, team.scope)
  return {
    name: team.name,
    sites: (await listSites(services, team.scope)).length,
    members: members
      .filter(({ id }) => id !== account.id)
      .map(({ id, name, email }) => ({ id, name, email })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'team:transfer')
  refuseWhileImpersonating(account)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['member', 'name'])
  const form = await readForm(args.request, ownershipInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const owner = { account, address: clientAddress, team }
  try {
    switch (form.value.intent) {
      case 'transfer':
        await transferTeam(services, owner, form.value)
        return redirect(`/settings/teams/${String(team.scope.teamId)}?done=transferred`)
      case 'delete':
        requireRight(team, 'team:delete')
        await deleteTeam(services, owner, form.value)
        return redirect('/settings/teams?done=deleted')
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Ownership() {
  return (
    <div className="settings">
      <Transfer />
      <Delete />
    </div>
  )
}

function Transfer() {
  const { members } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="settings__title">Hand the organization over</h2>
      <p className="settings__lead">
        The new owner alone pays for it, hands it over and deletes it, and is told by mail. You stay
        in it as an admin, and can’t take this back yourself.
      </p>
      {members.length === 0 ? (
        <p className="settings__lead">
          There is nobody to hand it over to.{' '}
          <Link className="text-link" to="../invitations">
            Invite somebody first
          </Link>
          .
        </p>
      ) : (
        <ActionForm hidden={{ intent: 'transfer' }} action="Hand over" tone="critical">
          {(answer) => (
            <>
              <SelectInput
                name="member"
                label="New owner"
                answer={answer}
                initial=""
                options={[
                  { value: '', label: 'Choose a member' },
                  ...members.map(({ id, name, email }) => ({
                    value: String(id),
                    label: `${name} (${email})`,
                  })),
                ]}
              />
              <PasswordInput
                name="transferPassword"
                label="Your password"
                autoComplete="current-password"
                answer={answer}
              />
            </>
          )}
        </ActionForm>
      )}
    </Panel>
  )
}

function Delete() {
  const { name, sites, members } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="settings__title">Delete the organization</h2>
      <p className="settings__lead">This goes with it, at once and for good:</p>
      <ul className="settings__split">
        <li>{countWithNoun(sites, 'site')}: no nudge is shown there any more</li>
        <li>nudges, activities, goals and all figures of these sites</li>
        <li>API tokens: what calls with them stops working</li>
        <li>
          {members.length > 0 && `access of ${countWithNoun(members.length, 'other member')}; `}
          accounts of people stay as they are
        </li>
      </ul>
      <ActionForm hidden={{ intent: 'delete' }} action="Delete the organization" tone="critical">
        {(answer) => (
          <>
            <TextInput
              name="name"
              label={`Type its name: ${name}`}
              autoComplete="off"
              answer={answer}
            />
            <PasswordInput
              name="deletePassword"
              label="Your password, to delete"
              autoComplete="current-password"
              answer={answer}
            />
          </>
        )}
      </ActionForm>
    </Panel>
  )
}
