/** Adds a passkey: challenge and response. The form is on the security screen. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { passkeyCookie } from '#app/auth/short-cookies.server.ts'
import { addPasskeyInput } from '#app/domain/accounts/passkeys/passkey.ts'
import {
  addPasskey,
  startPasskeyRegistration,
} from '#app/domain/accounts/passkeys/passkeys.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireAccount(args)
  return redirect('/account/security')
}

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  refuseWhileImpersonating(account)
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, ['passkeyName'])
  const form = await readForm(args.request, addPasskeyInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    if (form.value.intent === 'ask') {
      const { options, token } = await startPasskeyRegistration(
        services,
        { account, address },
        form.value,
      )
      const headers = { 'Set-Cookie': passkeyCookie.write(services.config, token) }
      return data({ options, name: form.value.passkeyName }, { headers })
    }
    const token = passkeyCookie.read(args.request)
    await addPasskey(services, { account, token }, form.value)
    const headers = { 'Set-Cookie': passkeyCookie.end(services.config) }
    return data<Saved>({ saved: 'The passkey is added.' }, { headers })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}
