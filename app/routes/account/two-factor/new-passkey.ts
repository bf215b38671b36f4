/** Adds a passkey: challenge and response. The form is on the security screen. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { passkeyCookie } from '#app/auth/short-cookies.server.ts'
import { addPasskeyInput } from '#app/domain/accounts/passkeys/passkey.ts'
import {
  addPasskey,
  startPasskeyRegistration,
} from '#app/domain/accounts/passkeys/passkeys.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { submitSecurityForm } from './security-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { redirectToSecurity as loader } from './security-form.server.ts'

export const action = (args: ActionFunctionArgs) =>
  submitSecurityForm(
    args,
    { shape: addPasskeyInput, kept: ['passkeyName'], addsLogin: true },
    async ({ account, services, request, address }, input) => {
      if (input.intent === 'ask') {
        const owner = { account, address }
        const { options, token } = await startPasskeyRegistration(services, owner, input)
        const headers = { 'Set-Cookie': passkeyCookie.write(services.config, token) }
        return data({ options, name: input.passkeyName }, { headers })
      }
      const token = passkeyCookie.read(services.config, request)
      await addPasskey(services, { account, token }, input)
      const headers = { 'Set-Cookie': passkeyCookie.end(services.config) }
      return data<Saved>({ saved: 'Passkey added' }, { headers })
    },
  )
