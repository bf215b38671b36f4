import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { requirePendingLogin } from '#app/auth/pending-login.server.ts'
import { completeLoginByEmergencyToken } from '#app/domain/accounts/login/complete-login.server.ts'
import { emergencyInput } from '#app/domain/accounts/two-factor/two-factor.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { sessionResponse } from './session-response.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Emergency token')

export async function loader(args: LoaderFunctionArgs) {
  await requirePendingLogin(args)
  return null
}

export async function action(args: ActionFunctionArgs) {
  const login = await requirePendingLogin(args)
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, ['token'])
  const form = await readForm(args.request, emergencyInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    const userAgent = args.request.headers.get('user-agent')
    const place = { userAgent, address }
    const token = await completeLoginByEmergencyToken(services, login, { ...form.value, ...place })
    return sessionResponse(services, { request: args.request }, token)
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Emergency() {
  const answer = useActionData<FormResponse>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen
      title="Emergency token"
      lead="Enter the 40-character token you saved when you set up two-factor authentication. It logs you in and turns two-factor authentication off."
    >
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <TextInput name="token" label="Emergency token" autoComplete="off" answer={answer} />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Turn off two-factor and log in
        </Button>
      </Form>
      <p className="auth-form__other">
        <Link className="text-link" to="/auth/login">
          Back to login
        </Link>
      </p>
    </Screen>
  )
}
