/** Sets the language cookie. The form is on the general screen. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireAccount } from '#app/auth/guards.server.ts'
import { languageCookie } from '#app/auth/language-cookie.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { uiLanguages } from '#app/lib/languages.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'

const languageInput = z.object({
  language: z.enum(
    uiLanguages.map(({ code }) => code),
    { error: 'Choose a language.' },
  ),
})

export const loader = () => redirect('/account/general')

export async function action(args: ActionFunctionArgs) {
  await requireAccount(args)
  const form = await readForm(args.request, languageInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const cookie = languageCookie(args.context.services.config, form.value.language)
  return data<Saved>({ saved: 'Language saved' }, { headers: { 'Set-Cookie': cookie } })
}
