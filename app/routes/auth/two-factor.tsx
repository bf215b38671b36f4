import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Form,
  Link,
  useActionData,
  useFetcher,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from '@remix-run/react'
import { useRef } from 'react'
import { requirePendingLogin } from '#app/auth/pending-login.server.ts'
import { completeLogin, resendLoginCode } from '#app/domain/accounts/login/complete-login.server.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { loginCodeInput } from '#app/domain/accounts/two-factor/two-factor.ts'
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
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { sessionResponse } from './session-response.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Enter your code')

export async function loader(args: LoaderFunctionArgs) {
  const login = await requirePendingLogin(args)
  const twoFactor = await findTwoFactor(args.context.services, login.userId)
  return { isByPhone: twoFactor?.method === 'phone', isSent: login.sentCodeHash !== null }
}

export async function action(args: ActionFunctionArgs) {
  const login = await requirePendingLogin(args)
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, ['code'])
  const form = await readForm(args.request, loginCodeInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    if (form.value.intent === 'send') {
      await resendLoginCode(services, login, address)
      return data({ isSent: true })
    }
    const userAgent = args.request.headers.get('user-agent')
    const { code } = form.value
    const token = await completeLogin(services, login, { code, userAgent, address })
    return sessionResponse(services, { request: args.request }, token)
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

/** Login screens pass the requested path and the type of code on in their URLs. */
function useWay() {
  const [search] = useSearchParams()
  const address = (path: string, more: Record<string, string> = {}) => {
    const params = new URLSearchParams(more)
    const wanted = search.get('to')
    if (wanted !== null) params.set('to', wanted)
    return params.size === 0 ? path : `${path}?${params.toString()}`
  }
  return { isByRecovery: search.get('by') === 'recovery', address }
}

export default function TwoFactor() {
  const { isByPhone } = useLoaderData<typeof loader>()
  const { isByRecovery, address } = useWay()

  return (
    <Screen
      title={isByRecovery ? 'Use a recovery code' : 'Enter your code'}
      lead={leadOf(isByRecovery, isByPhone)}
    >
      <CodeForm key={String(isByRecovery)} isByRecovery={isByRecovery} />
      {isByPhone && !isByRecovery && <SendAgain />}
      <p className="auth-form__other">
        {isByRecovery ? (
          <Link className="text-link" to={address('/auth/two-factor')}>
            Use a code from your phone
          </Link>
        ) : (
          <Link className="text-link" to={address('/auth/two-factor', { by: 'recovery' })}>
            Use a recovery code
          </Link>
        )}
      </p>
      <p className="auth-form__other">
        Lost your phone and your codes?{' '}
        <Link className="text-link" to={address('/auth/emergency')}>
          Use your emergency token
        </Link>
      </p>
    </Screen>
  )
}

function leadOf(isByRecovery: boolean, isByPhone: boolean): string {
  if (isByRecovery) return 'Enter one of your saved codes. Each works once.'
  return isByPhone
    ? 'Enter the 6-digit code we texted you.'
    : 'Enter the 6-digit code from your authenticator app.'
}

function CodeForm({ isByRecovery }: { isByRecovery: boolean }) {
  const given = useActionData<FormResponse>()
  const answer = given && 'errors' in given ? given : undefined
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Form ref={form} method="post" className="auth-form" noValidate>
      <FormMessage answer={answer} />
      <input type="hidden" name="intent" value="enter" />
      {isByRecovery ? (
        <TextInput name="code" label="Recovery code" autoComplete="off" answer={answer} />
      ) : (
        <TextInput
          name="code"
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          answer={answer}
        />
      )}
      <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
        Log in
      </Button>
    </Form>
  )
}

function SendAgain() {
  const { isSent } = useLoaderData<typeof loader>()
  const { Form: SendForm, data: given, state } = useFetcher<FormResponse | { isSent: true }>()
  const answer = given && 'errors' in given ? given : undefined
  const isSentNow = given !== undefined && 'isSent' in given
  useFaultToast(answer)

  return (
    <SendForm method="post" className="auth-form">
      <FormMessage answer={answer} />
      <div role="status">
        {isSentNow && <Banner tone="success">New code sent</Banner>}
        {!isSent && !isSentNow && <Banner tone="warning">We couldn’t send a code yet.</Banner>}
      </div>
      <input type="hidden" name="intent" value="send" />
      <Button submit fullWidth loading={state !== 'idle'}>
        {isSent ? 'Send a new code' : 'Send a code'}
      </Button>
    </SendForm>
  )
}
