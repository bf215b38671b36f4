/** Saves or removes the phone number. The form is on the general screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { requireAccount } from '#app/auth/guards.server.ts'
import { removePhone, savePhone } from '#app/domain/accounts/profile/account-details.server.ts'
import { phoneInput } from '#app/domain/accounts/profile/phone.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

export const loader = () => redirect('/account/general')

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['country', 'phone'])
  try {
    // An empty field removes the number.
    if (typed['phone']?.trim() === '') {
      await removePhone(services, account)
      return data<Saved>({ saved: 'Phone number removed' })
    }
    const form = await readForm(args.request, phoneInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    await savePhone(services, account, form.value)
    return data<Saved>({ saved: 'Phone number saved' })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}
