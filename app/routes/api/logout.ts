/** Ends the sign-in of the browser that asks. Specification sections 4 and 7. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { endedSessionCookie, readSessionToken } from '#app/auth/cookie.server.ts'
import { currentAccount } from '#app/auth/guards.server.ts'
import { endSession } from '#app/domain/accounts/sessions.server.ts'
import { stopImpersonation } from '#app/domain/staff/impersonation.server.ts'
import { Refusal } from '#app/lib/errors.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Log out with POST.')
}

/** Without a sign-in there is nothing to end, and the answer is the same. */
export async function action(args: ActionFunctionArgs) {
  const { services, clientAddress: address } = args.context
  const sessionToken = readSessionToken(args.request)
  const account = await currentAccount(args)
  // Whoever stood in for somebody leaves both (T06, security.md), which is put on record.
  const own =
    account?.impersonator && sessionToken !== null
      ? await stopImpersonation(services, { account, sessionToken, address })
      : sessionToken
  if (own !== null) await endSession(services, own)

  const headers = { 'Set-Cookie': endedSessionCookie(services.config) }
  return Response.json({ message: 'You are logged out.' }, { headers })
}
