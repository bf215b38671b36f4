/** Ends the sign-in of the browser that asks. Specification sections 4 and 7. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { redirectDocument, type ClientActionFunctionArgs } from '@remix-run/react'
import { endedSessionCookie, readSessionToken } from '#app/auth/cookie.server.ts'
import { endSession } from '#app/domain/accounts/sessions.server.ts'
import { Refusal } from '#app/lib/errors.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Log out with POST.')
}

/** Without a sign-in there is nothing to end, and the answer is the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = readSessionToken(request)
  if (token) await endSession(context.services, token)

  const headers = { 'Set-Cookie': endedSessionCookie(context.services.config) }
  return Response.json({ message: 'You are logged out.' }, { headers })
}

/** A whole page load, so that nothing of the account stays in the browser's memory. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  await serverAction()
  return redirectDocument('/auth/login')
}
