/** Actions of the owner only: transferring ownership and deleting the organization. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireNamedTeam, requireRight } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { ownershipInput } from '#app/domain/teams/members.ts'
import { deleteTeam, transferTeam } from '#app/domain/lifecycle/ownership.server.ts'
import { paymentsAfterDeletion } from '#app/presenters/billing/payments-after-deletion.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { countWithNoun } from '#app/ui/format/format-number.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Transfer or delete')

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'team:transfer')
  const { services } = args.context
  const members = await listMembers(services, team.scope)
  return {
    name: team.name,
    payments: await paymentsAfterDeletion(services, team.scope),
    sites: (await listSites(services, team.scope)).length,
    members: members
      .filter(({ id }) => id !== account.id)
      .map(({ id, name, email }) => ({ id, name, email: shownAddress(email) })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireNamedTeam(args, args.params['id'])
  requireRight(team, 'team:transfer')
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
    <div className="parts">
      <Transfer />
      <Delete />
    </div>
  )
}

function Transfer() {
  const { members } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Transfer ownership</h2>
      <p className="part-lead">
        The new owner takes over billing and is the only one who can transfer or delete the
        organization. We’ll notify them by email. You become an admin and can’t undo this yourself.
      </p>
      {members.length === 0 ? (
        <p className="part-lead">
          There are no other members yet.{' '}
          <Link className="text-link" to="../members#invite">
            Invite a member first
          </Link>
          .
        </p>
      ) : (
        <ActionForm hidden={{ intent: 'transfer' }} action="Transfer ownership" tone="critical">
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
                    label: email === '' ? name : `${name} (${email})`,
                  })),
                ]}
              />
              <ConfirmingPassword name="transferPassword" answer={answer} />
            </>
          )}
        </ActionForm>
      )}
    </Panel>
  )
}

function Delete() {
  const { name, sites, members, payments } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Delete organization</h2>
      <p className="part-lead">This permanently deletes:</p>
      <ul className="stack gap-4 bullets mt-12 muted prose break-anywhere">
        <li>
          {countWithNoun(sites, 'site')} with all {sites === 1 ? 'its' : 'their'} nudges
        </li>
        <li>all data, goals and statistics</li>
        <li>API tokens of this organization</li>
        {members.length > 0 && (
          <li>
            access for {countWithNoun(members.length, 'other member')} (their{' '}
            {members.length === 1 ? 'account isn’t' : 'accounts aren’t'} deleted)
          </li>
        )}
      </ul>
      {payments.map((sentence) => (
        <p key={sentence} className="part-lead">
          {sentence}
        </p>
      ))}
      <ActionForm hidden={{ intent: 'delete' }} action="Delete organization" tone="critical">
        {(answer) => (
          <>
            <TextInput
              name="name"
              label={`Type “${name}” to confirm`}
              autoComplete="off"
              answer={answer}
            />
            <ConfirmingPassword name="deletePassword" answer={answer} />
          </>
        )}
      </ActionForm>
    </Panel>
  )
}
