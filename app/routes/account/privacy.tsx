import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { endedSessionCookie } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { deleteAccountInput, shownAddress } from '#app/domain/accounts/account.ts'
import { deleteAccount, listBelongings } from '#app/domain/lifecycle/erase-user.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ExportSection } from './export-section.tsx'
import { Section } from './section.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Privacy')

export async function loader(args: LoaderFunctionArgs) {
  const { id, name, email } = await requireAccount(args)
  const belongings = await listBelongings(args.context.services, id)
  return { ...belongings, name: shownAddress(email) === '' ? name : null }
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { platform, services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['address'])
  const form = await readForm(args.request, deleteAccountInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    await deleteAccount(services, { account, address: clientAddress }, form.value)
    if (platform.frame) return redirect(platform.frame.farewell)
    const cookie = endedSessionCookie(services.config)
    return redirect('/auth/login', { headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') {
      return invalidFormResponse({ '': [error.message] }, typed)
    }
    return refusedFormResponse(error, typed)
  }
}

export default function Privacy() {
  const { ownedTeams } = useLoaderData<typeof loader>()
  return (
    <div className="parts">
      <ExportSection />
      {ownedTeams.length > 0 ? <TransferFirst /> : <DeleteSection />}
    </div>
  )
}

function TransferFirst() {
  const { ownedTeams } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Delete account</h2>
      <p className="part-lead">
        You own organizations that others may depend on. Transfer or delete them first:
      </p>
      <ul className="stack gap-6 bullets mt-16">
        {ownedTeams.map(({ id, name }) => (
          <li key={id}>
            <Link className="text-link" to={`/settings/teams/${String(id)}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function DeleteSection() {
  const { apiTokens, name } = useLoaderData<typeof loader>()
  const tokens = `${String(apiTokens)} API ${apiTokens === 1 ? 'token' : 'tokens'}`
  return (
    <Section
      intent="delete"
      isDangerous
      title="Delete account"
      lead={`You’ll be logged out everywhere, and we’ll immediately erase everything we store about you.${
        apiTokens > 0 ? ` The ${tokens} you created will stop working.` : ''
      } You can’t undo this.`}
      action="Delete my account"
    >
      {(answer) => (
        <>
          <TextInput
            name="address"
            label={
              name === null ? 'Type your email address to confirm' : `Type “${name}” to confirm`
            }
            type={name === null ? 'email' : 'text'}
            autoComplete="off"
            answer={answer}
          />
          <ConfirmingPassword name="deletePassword" answer={answer} />
        </>
      )}
    </Section>
  )
}
