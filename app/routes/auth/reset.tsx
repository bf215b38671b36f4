import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { endedSessionCookie } from '#app/auth/cookie.server.ts'
import { passwordLength, resetInput } from '#app/domain/accounts/account.ts'
import {
  findPasswordReset,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { NewPasswordInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('New password')

/** The same for used, expired and missing links, so it reveals nothing. */
const gone = () =>
  data({ email: null, isFirstProof: false, minLength: passwordLength.min }, { status: 410 })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const found = await findPasswordReset(context.services, params['token'] ?? '')
  if (!found) return gone()
  const { email, isFirstProof } = found
  return data({ email, isFirstProof, minLength: passwordLength.min })
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { services } = context
  const token = params['token'] ?? ''
  if (!(await findPasswordReset(services, token))) return gone()
  const form = await readForm(request, resetInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  try {
    if (!(await resetPassword(services, token, form.value.password))) return gone()
    // All sessions have ended, including one in this browser.
    const headers = { 'Set-Cookie': endedSessionCookie(services.config) }
    return redirect('/auth/login?reset', { headers })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

export default function Reset() {
  const { email } = useLoaderData<typeof loader>()
  return email === null ? <Gone /> : <Choose email={email} />
}

function Choose({ email }: { email: string }) {
  const { minLength, isFirstProof } = useLoaderData<typeof loader>()
  const given = useActionData<typeof action>()
  const answer = given && 'errors' in given ? given : undefined
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen title="New password" lead={`For ${email}. All your sessions will be logged out.`}>
      {isFirstProof && (
        <p className="auth-form__other">
          This also confirms your email address. Passkeys, two-factor authentication and API tokens
          from before will be removed, in case someone else set them up.
        </p>
      )}
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <input
          className="visually-hidden"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <NewPasswordInput
          name="password"
          label="New password"
          minLength={minLength}
          answer={answer}
        />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Set password
        </Button>
      </Form>
    </Screen>
  )
}

const Gone = () => (
  <Screen title="This link has expired" lead="Reset links work once and expire after an hour.">
    <p className="auth-form__other">
      <Link className="text-link" to="/auth/forgot">
        Request a new link
      </Link>
    </p>
  </Screen>
)
