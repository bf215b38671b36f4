import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Banner, Button } from '@shopify/polaris'
import { useRef } from 'react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { requireGuest } from '#app/auth/guards.server.ts'
import { loginInput } from '#app/domain/accounts/account.ts'
import { startSession } from '#app/domain/accounts/sessions.server.ts'
import { logIn } from '#app/domain/accounts/sign-in.server.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { readTyped, refusedForm, wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ownPath } from '#app/lib/redirects.ts'
import { PasswordInput, TextInput, useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { useFaultToast } from '#app/ui/keep-form.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export { keepForm as clientAction, skipAfterFault as shouldRevalidate } from '#app/ui/keep-form.ts'
export const meta = () => [{ title: `Log in – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return { isReset: new URL(args.request.url).searchParams.has('reset') }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const { services, clientAddress } = args.context
  const typed = await readTyped(args.request, ['email'])
  const form = await readForm(args.request, loginInput)
  if (!form.ok) return wrongForm(form.errors, typed)

  try {
    const userId = await logIn(services, form.value, clientAddress)
    const userAgent = args.request.headers.get('user-agent')
    const token = await startSession(services, userId, userAgent)
    const cookie = sessionCookie(services.config, token)
    const wanted = new URL(args.request.url).searchParams.get('to')
    return redirect(ownPath(wanted), { headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    return refusedForm(error, typed)
  }
}

export default function Login() {
  const { isReset } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen title="Log in" lead="Welcome back.">
      {isReset && !answer && (
        <div className="auth-form" role="status">
          <Banner tone="success">Your password is changed. Log in with the new one.</Banner>
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
