/** Renames and removes passkeys. The forms are on the security screen. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { refuseWhileImpersonating, requireAccount } from '#app/auth/guards.server.ts'
import { changePasskeyInput } from '#app/domain/accounts/passkeys/passkey.ts'
import { removePasskey, renamePasskey } from '#app/domain/accounts/passkeys/passkeys.server.ts'
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
  const typed = await readSubmittedValues(args.request, ['name'])
  const form = await readForm(args.request, changePasskeyInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    switch (form.value.intent) {
      case 'rename':
        await renamePasskey(services, account.id, form.value)
        return data<Saved>({ saved: 'The name is saved.' })
      case 'remove':
        await removePasskey(services, { account, address }, form.value)
        return data<Saved>({ saved: 'The passkey is removed.' })
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}
