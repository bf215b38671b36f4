/**
 * Confirms the second factor again. form-message.tsx shows its fields inside the form that requires
 * it.
 */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { requireAccount } from '#app/auth/guards.server.ts'
import { passkeyCookie, pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import { startPasskeyLogin } from '#app/domain/accounts/passkeys/passkey-logins.server.ts'
import {
  awaitStepUpCode,
  stepUpByCode,
  stepUpByPasskey,
} from '#app/domain/accounts/two-factor/step-up.server.ts'
import { stepUpInput } from '#app/domain/accounts/two-factor/two-factor.ts'
import { resendLoginCode } from '#app/domain/accounts/login/complete-login.server.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { redirectToSecurity as loader } from './security-form.server.ts'

/** Nothing on the screen has changed, and its form is in use. */
export const shouldRevalidate = () => false

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services, clientAddress: address } = args.context
  const { config } = services
  const prover = { account, sessionToken: readSessionToken(config, args.request) ?? '' }
  const form = await readForm(args.request, stepUpInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const headers = new Headers()
  try {
    if (form.value.intent === 'ask') {
      const { options, token } = await startPasskeyLogin(services, address)
      headers.set('Set-Cookie', passkeyCookie.write(config, token))
      return data({ options }, { headers })
    }
    if (form.value.intent === 'answer') {
      const token = passkeyCookie.read(config, args.request)
      await stepUpByPasskey(services, prover, { token, answer: form.value.answer })
      return data({ isProven: true })
    }

    const { login, token } = await awaitStepUpCode(
      services,
      prover,
      pendingLoginCookie.read(config, args.request),
    )
    headers.set('Set-Cookie', pendingLoginCookie.write(config, token))
    if (form.value.intent === 'send') {
      await resendLoginCode(services, login, address)
      return data({ isSent: true }, { headers })
    }
    await stepUpByCode(services, prover, { login, code: form.value.code, address })
    headers.set('Set-Cookie', pendingLoginCookie.end(config))
    return data({ isProven: true }, { headers })
  } catch (error) {
    const { data: refusal, init } = refusedFormResponse(error)
    for (const [name, value] of new Headers(init?.headers)) headers.append(name, value)
    return data(refusal, { ...init, headers })
  }
}
