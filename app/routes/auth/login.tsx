import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { requireGuest } from '#app/auth/guards.server.ts'
import { loginInput } from '#app/domain/accounts/account.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { PasswordInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { loginResponse } from './session-response.server.ts'
import { PasskeyLogin } from './passkey-login.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Log in')

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  const { searchParams } = new URL(args.request.url)
  return { isReset: searchParams.has('reset'), isExpired: searchParams.has('expired') }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['email'])
  const form = await readForm(args.request, loginInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    const proof = await verifyCredentials(services, form.value, clientAddress)
    return await loginResponse(args, proof)
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Login() {
  const { isReset, isExpired } = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen title="Log in" lead="Welcome back.">
      {isReset && !answer && (
        <div className="auth-form" role="status">
          <Banner tone="success">Password changed. Log in with your new password.</Banner>
        </div>
      )}
      {isExpired && !answer && (
        <div className="auth-form" role="status">
          <Banner tone="warning">Your login timed out. Please log in again.</Banner>
        </div>
      )}
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <TextInput name="email" label="Email" type="email" autoComplete="email" answer={answer} />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          answer={answer}
        />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Log in
        </Button>
      </Form>
      <PasskeyLogin />
      <p className="auth-form__other">
        <Link className="text-link" to="/auth/forgot">
          Forgot your password?
        </Link>
      </p>
      <p className="auth-form__other">
        New here?{' '}
        <Link className="text-link" to="/auth/register">
          Create an account
        </Link>
      </p>
    </Screen>
  )
}
