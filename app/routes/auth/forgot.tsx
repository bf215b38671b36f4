import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { requireGuest } from '#app/auth/guards.server.ts'
import { forgotInput } from '#app/domain/accounts/account.ts'
import {
  requestPasswordReset,
  resetMinutes,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
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
export const meta = screenTitle('Reset your password')

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  const { smtpUrl, isProduction } = args.context.services.config
  return { minutes: resetMinutes, hasMailServer: smtpUrl !== undefined, isProduction }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['email'])
  const form = await readForm(args.request, forgotInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    await requestPasswordReset(services, form.value.email, clientAddress)
    // The same for every address, so it reveals nothing about accounts.
    return data({ sentTo: form.value.email })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Forgot() {
  const answer = useActionData<FormResponse | { sentTo: string }>()
  if (answer && 'sentTo' in answer) return <Sent to={answer.sentTo} />
  return <Ask answer={answer} />
}

function Ask({ answer }: { answer: FormResponse | undefined }) {
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen title="Reset your password" lead="We’ll email you a link to set a new one.">
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <TextInput name="email" label="Email" type="email" autoComplete="email" answer={answer} />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Send reset link
        </Button>
      </Form>
      <BackToLogin />
    </Screen>
  )
}

function Sent({ to }: { to: string }) {
  const { minutes, hasMailServer, isProduction } = useLoaderData<typeof loader>()
  return (
    <Screen title="Check your email">
      <p>
        If there’s an account for <strong className="break-anywhere">{to}</strong>, we’ve sent a
        link to it. It works once and expires in {minutes} minutes.
      </p>
      {!hasMailServer && (
        <p className="auth-form__other">
          This {productName} server doesn’t send email (SMTP_URL isn’t set). Its operator can find
          the message{' '}
          {!isProduction && (
            <>
              at{' '}
              <Link className="text-link" to="/settings/outbox">
                /settings/outbox
              </Link>
              , or{' '}
            </>
          )}
          in the “outbox” folder of the data directory.
        </p>
      )}
      <BackToLogin />
    </Screen>
  )
}

const BackToLogin = () => (
  <p className="auth-form__other">
    <Link className="text-link" to="/auth/login">
      Back to login
    </Link>
  </p>
)
