/** The answer of a shop's staff to whether they join the shop to an account that they have. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireAccount } from '#app/auth/guards.server.ts'
import { createJoinToken, declineJoin } from '#app/domain/shops/join-links.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'

export { headers } from '#app/platforms/headers.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to answer.', {
    allow: ['POST'],
  })
}

const joinInput = z.object({ intent: z.enum(['connect', 'decline']) })

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { services } = args.context
  const form = await readForm(args.request, joinInput)
  if (!form.ok) return invalidFormResponse(form.errors)
  if (form.value.intent === 'decline') {
    await declineJoin(services, account)
    return data({})
  }
  const token = await createJoinToken(services, account)
  return data({ url: `${services.config.appUrl}/shopify/join/${token}` })
}
