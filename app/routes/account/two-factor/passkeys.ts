/** Renames and removes passkeys. The forms are on the security screen. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { changePasskeyInput } from '#app/domain/accounts/passkeys/passkey.ts'
import { removePasskey, renamePasskey } from '#app/domain/accounts/passkeys/passkeys.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { submitSecurityForm } from './security-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { redirectToSecurity as loader } from './security-form.server.ts'

export const action = (args: ActionFunctionArgs) =>
  submitSecurityForm(
    args,
    { shape: changePasskeyInput, kept: ['name'] },
    async ({ account, services, address }, input) => {
      switch (input.intent) {
        case 'rename':
          await renamePasskey(services, account.id, input)
          return data<Saved>({ saved: 'Passkey renamed' })
        case 'remove':
          await removePasskey(services, { account, address }, input)
          return data<Saved>({ saved: 'Passkey removed' })
      }
    },
  )
