/** Forms that change how a person logs in. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { requireAccount, requireVerified } from '#app/auth/guards.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'

type Sender = { account: Account; services: Services; request: Request; address: string }

type SecurityForm<Shape> = { shape: Shape; kept?: readonly string[]; addsLogin?: boolean }

/**
 * The action of such a form. Refused while the account is impersonated.
 *
 * @param form its schema, the fields that a refusal returns as they were typed, and whether it adds a
 * way to log in, which takes a proven address (decision 5)
 * @param work handles valid input. Its refusals become answers at the form.
 */
export async function submitSecurityForm<Shape extends z.ZodType, Done>(
  args: ActionFunctionArgs,
  { shape, kept, addsLogin = false }: SecurityForm<Shape>,
  work: (sender: Sender, input: z.output<Shape>) => Promise<Done>,
) {
  const account = await requireAccount(args)
  if (addsLogin) requireVerified(account)
  const { request, context } = args
  const { services, clientAddress: address } = context
  const typed = kept && (await readSubmittedValues(request, kept))
  const form = await readForm(request, shape)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    return await work({ account, services, request, address }, form.value)
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

/** The loader of a URL that only takes a form of the security screen. */
export async function redirectToSecurity(args: LoaderFunctionArgs) {
  await requireAccount(args)
  return redirect('/account/security')
}
