/** Ends the session of the requesting browser. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { endedSessionCookie, readSessionToken } from '#app/auth/cookie.server.ts'
import { endSession } from '#app/domain/accounts/login/sessions.server.ts'
import { Refusal } from '#app/lib/errors.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to log out.')
}

/** Without a session there is nothing to end, and the response is the same. */
export async function action(args: ActionFunctionArgs) {
  const { services, clientAddress } = args.context
  const sessionToken = readSessionToken(args.request)
  if (sessionToken !== null) await endSession(services, sessionToken, clientAddress)

  const headers = { 'Set-Cookie': endedSessionCookie(services.config) }
  return Response.json({ message: 'You’re logged out.' }, { headers })
}
