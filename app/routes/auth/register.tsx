import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useRef } from 'react'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { requireGuest } from '#app/auth/guards.server.ts'
import { passwordLength, registerInput } from '#app/domain/accounts/account.ts'
import { startSession } from '#app/domain/accounts/sessions.server.ts'
import { signUp } from '#app/domain/accounts/sign-in.server.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { readTyped, refusedForm, wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { CheckInput, NewPasswordInput, TextInput, useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { useFaultToast } from '#app/ui/keep-form.ts'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export { keepForm as clientAction, skipAfterFault as shouldRevalidate } from '#app/ui/keep-form.ts'
export const meta = () => [{ title: `Create an account – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return { minLength: passwordLength.min }
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const { services } = args.context
  const typed = await readTyped(args.request, ['name', 'email', 'terms'])
  const form = await readForm(args.request, registerInput)
  if (!form.ok) return wrongForm(form.errors, typed)

  try {
    const userId = await signUp(services, form.value)
    const userAgent = args.request.headers.get('user-agent')
    const token = await startSession(services, userId, userAgent)
    const cookie = sessionCookie(services.config, token)
    return redirect('/onboarding', { headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    return refusedForm(error, typed)
  }
}

export default function Register() {
  const { minLength } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen title="Create an account" lead="Four short steps to the first nudge on your site.">
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <TextInput name="name" label="Name" autoComplete="name" answer={answer} />
        <TextInput name="email" label="Email" type="email" autoComplete="email" answer={answer} />
        <NewPasswordInput name="password" label="Password" minLength={minLength} answer={answer} />
        <CheckInput
          name="terms"
          label="I accept the terms of service"
          helpText="In short: you show only what really happened, and you may use the data that you send."
          answer={answer}
        />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Create account
        </Button>
      </Form>
      <p className="auth-form__other">
        Have an account already?{' '}
        <Link className="text-link" to="/auth/login">
          Log in
        </Link>
      </p>
    </Screen>
  )
}
