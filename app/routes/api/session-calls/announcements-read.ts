/** Marks announcements as read, which clears the bell. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireSession } from '#app/auth/guards.server.ts'
import { markAnnouncementsRead } from '#app/domain/announcements/announcements.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput, readFormData } from '#app/lib/web/forms.ts'
import { effectiveMethod } from './effective-method.ts'
import { allowMethods } from '../methods.ts'

const input = z.object({ newest: z.coerce.number().int().positive() })

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use PUT here.', { allow: ['PUT'] })
}

export async function action(args: ActionFunctionArgs) {
  const { account } = await requireSession(args)
  const { services } = args.context
  const form = await readFormData(args.request.clone())
  allowMethods({ method: effectiveMethod(args.request, form, services.config.appUrl) }, ['PUT'])
  const validated = validateInput(input, Object.fromEntries(form))
  if (!validated.ok) throw refuseFields(validated.errors)

  // During impersonation, the person hasn't seen anything.
  if (!account.impersonator) {
    await markAnnouncementsRead(services, account.id, validated.value.newest)
  }
  return Response.json({ message: 'Read.' }, { headers: { 'Cache-Control': 'no-store' } })
}
