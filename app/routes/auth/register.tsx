import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { currentAccount, requireGuest } from '#app/auth/guards.server.ts'
import { invitedForm, passwordLength, registerForm } from '#app/domain/accounts/account.ts'
import { attributionCookie } from '#app/auth/attribution-cookie.server.ts'
import {
  mergeAttribution,
  parseAttribution,
  readAttribution,
} from '#app/domain/accounts/profile/attribution.ts'
import { registerAccount } from '#app/domain/accounts/login/credentials.server.ts'
import { saveReferral } from '#app/domain/sites/save-attribution.server.ts'
import { registerInvitedAccount, type OpenInvitation } from '#app/domain/teams/join.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { NewPasswordInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Consent } from './consent.tsx'
import { requireInvitation } from './invitation.server.ts'
import { loginResponse } from './session-response.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Create an account')

/**
 * The invitation in the URL; null without one. People who have an account, logged in or not, go to
 * the invitation's own screen instead.
 */
async function readInvitation(args: LoaderFunctionArgs): Promise<OpenInvitation | null> {
  const token = new URL(args.request.url).searchParams.get('invitation')
  if (token === null) {
    await requireGuest(args)
    return null
  }
  const invitation = await requireInvitation(args, token)
  if (!invitation.hasAccount && !(await currentAccount(args))) return invitation
  throw redirect(`/invitations/${encodeURIComponent(token)}`)
}

export async function loader(args: LoaderFunctionArgs) {
  const invitation = await readInvitation(args)
  const { appUrl, terms, privacyUrl } = args.context.services.config
  const referer = args.request.headers.get('referer')
  return {
    attribution: JSON.stringify(readAttribution(new URL(args.request.url), referer, appUrl)),
    minLength: passwordLength.min,
    invitation: invitation && { email: invitation.email, team: invitation.team },
    coupon: new URL(args.request.url).searchParams.get('coupon'),
    legalPages: { termsUrl: terms?.url ?? null, privacyUrl: privacyUrl ?? null },
  }
}

export async function action(args: ActionFunctionArgs) {
  const invitation = await readInvitation(args)
  const typed = await readSubmittedValues(args.request, [
    'name',
    'email',
    'terms',
    'coupon',
    'attribution',
  ])
  try {
    const made = await makeAccount(args, invitation)
    if ('errors' in made) return invalidFormResponse(made.errors, typed)

    const { services } = args.context
    const kept = attributionCookie.read(services.config, args.request) ?? {}
    const attribution = mergeAttribution(kept, parseAttribution(typed['attribution']))
    await saveReferral(services, made.proof.userId, attribution)
    return await loginResponse(args, made.proof, invitation ? '/' : '/onboarding')
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

async function makeAccount(
  { request, context: { services, clientAddress } }: ActionFunctionArgs,
  invitation: OpenInvitation | null,
) {
  if (invitation) {
    const form = await readForm(request, invitedForm)
    if (!form.ok) return { errors: form.errors }
    await services.security.rateLimits.consume('register', invitation.email, clientAddress)
    return { proof: await registerInvitedAccount(services, invitation, form.value) }
  }
  const form = await readForm(request, registerForm)
  if (!form.ok) return { errors: form.errors }
  return { proof: await registerAccount(services, form.value, clientAddress) }
}

export default function Register() {
  const { minLength, invitation, coupon, attribution, legalPages } = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse>()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Screen
      title="Create an account"
      lead={
        invitation
          ? `You’ve been invited to ${invitation.team}.`
          : 'Get your first nudge live in four short steps.'
      }
    >
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        <TextInput name="name" label="Name" autoComplete="name" answer={answer} />
        {invitation ? (
          <TextField
            id="field-email"
            label="Email"
            type="email"
            autoComplete="username"
            value={invitation.email}
            readOnly
            helpText="We sent the invitation to this address, so it’s already confirmed."
          />
        ) : (
          <TextInput name="email" label="Email" type="email" autoComplete="email" answer={answer} />
        )}
        <NewPasswordInput name="password" label="Password" minLength={minLength} answer={answer} />
        {coupon !== null && (
          <TextInput
            name="coupon"
            label="Coupon code"
            autoComplete="off"
            initial={coupon}
            answer={answer}
          />
        )}
        <input
          type="hidden"
          name="attribution"
          value={answer?.values['attribution'] ?? attribution}
          readOnly
        />
        <div className="visually-hidden" aria-hidden>
          <label htmlFor="field-homepage">Leave this field blank</label>
          <input id="field-homepage" name="homepage" tabIndex={-1} autoComplete="off" />
        </div>
        <Consent {...legalPages} answer={answer} />
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          {invitation ? 'Create account and join' : 'Create account'}
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
