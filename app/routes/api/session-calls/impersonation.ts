/** Starts and ends impersonation by staff. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { isBearerCall, readSessionToken, sessionCookie } from '#app/auth/cookie.server.ts'
import { requireSession } from '#app/auth/guards.server.ts'
import { requireKioskAct } from '#app/auth/staff-guard.server.ts'
import {
  startImpersonation,
  stopImpersonation,
  impersonationInput,
} from '#app/domain/accounts/staff/impersonation.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/web/forms.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })
}

export async function action(args: ActionFunctionArgs) {
  if (isBearerCall(args.request)) throw new Refusal('forbidden', browserOnly)
  const { account: present } = await requireSession(args)
  // For everyone except staff this URL doesn't exist.
  const account = present.impersonator ? present : (await requireKioskAct(args)).account
  const form = await readForm(args.request, impersonationInput)
  if (!form.ok) throw refuseFields(form.errors)

  const { services, clientAddress } = args.context
  const sessionToken = readSessionToken(services.config, args.request) ?? ''
  const asker = { account, sessionToken, address: clientAddress }
  const token =
    form.value.intent === 'start'
      ? await startImpersonation(services, asker, form.value)
      : await stopImpersonation(services, asker)
  const headers = {
    'Set-Cookie': sessionCookie(services.config, token),
    'Cache-Control': 'no-store',
  }
  return Response.json({ message: messages[form.value.intent] }, { headers })
}

/** The answer is a cookie, which must not replace the one of another session. */
const browserOnly = 'Impersonation only works with a login in the browser.'

const messages = { start: 'You’re now impersonating this user.', stop: 'Impersonation ended.' }
