/** Accept or decline an invitation with an existing account. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { requireAccount } from '#app/auth/guards.server.ts'
import { acceptInvitation, declineInvitation } from '#app/domain/teams/join.server.ts'
import { roleLabels } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { LogOut } from '#app/platforms/standalone/account-menu.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { requireInvitation } from './invitation.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Invitation')

export async function loader(args: LoaderFunctionArgs) {
  const account = await requireAccount(args)
  const { email, team, role } = await requireInvitation(args, args.params['token'] ?? '')
  if (email !== account.email) return { isForYou: false as const, you: account.email }
  return { isForYou: true as const, team, role }
}

const invitationInput = z.object({ intent: z.enum(['accept', 'decline']) })

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const invitation = await requireInvitation(args, args.params['token'] ?? '')
  if (invitation.email !== account.email) {
    throw new Refusal('forbidden', 'This invitation was sent to a different email address.')
  }
  const form = await readForm(args.request, invitationInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  if (form.value.intent === 'decline') {
    await declineInvitation(args.context.services, account, invitation)
    return redirect('/')
  }
  await acceptInvitation(args.context.services, account, invitation)
  return redirect(`/settings/teams/${String(invitation.teamId)}?done=joined`)
}

export default function Invitation() {
  const view = useLoaderData<typeof loader>()
  if (!view.isForYou) {
    return (
      <Screen
        title="This invitation is for another account"
        lead={`You’re logged in as ${view.you}, but the invitation went to a different address. Log out, then open the link in the email again.`}
      >
        <LogOut />
      </Screen>
    )
  }

  const { team, role } = view
  const { name, meaning } = roleLabels[role]
  return (
    <Screen title={`Join ${team}?`} lead={`Your role: ${name}. ${meaning}`}>
      <Answer intent="accept" label="Accept" isPrimary />
      <Answer intent="decline" label="Decline" />
    </Screen>
  )
}

type AnswerProps = { intent: 'accept' | 'decline'; label: string; isPrimary?: boolean }

function Answer({ intent, label, isPrimary = false }: AnswerProps) {
  const { formData } = useNavigation()
  return (
    <Form method="post" className="auth-form">
      <input type="hidden" name="intent" value={intent} />
      <Button
        submit
        fullWidth
        {...(isPrimary ? { variant: 'primary' as const } : {})}
        loading={formData?.get('intent') === intent}
      >
        {label}
      </Button>
    </Form>
  )
}
