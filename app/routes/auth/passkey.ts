/** Login with a passkey: challenge and response. The button is on the login screen. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { requireGuest } from '#app/auth/guards.server.ts'
import { passkeyCookie } from '#app/auth/short-cookies.server.ts'
import {
  startPasskeyLogin,
  completePasskeyLogin,
} from '#app/domain/accounts/passkeys/passkey-logins.server.ts'
import { passkeyLoginInput } from '#app/domain/accounts/passkeys/passkey.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { sessionResponse } from './session-response.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args)
  return redirect('/auth/login')
}

export async function action(args: ActionFunctionArgs) {
  await requireGuest(args)
  const { services, clientAddress } = args.context
  const form = await readForm(args.request, passkeyLoginInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  try {
    if (form.value.intent === 'ask') {
      const { options, token } = await startPasskeyLogin(services, clientAddress)
      const headers = { 'Set-Cookie': passkeyCookie.write(services.config, token) }
      return data({ options }, { headers })
    }
    const browser = {
      token: passkeyCookie.read(services.config, args.request),
      userAgent: args.request.headers.get('user-agent'),
    }
    const session = await completePasskeyLogin(services, browser, form.value.answer)
    return sessionResponse(services, { request: args.request }, session)
  } catch (error) {
    return refusedFormResponse(error)
  }
}
