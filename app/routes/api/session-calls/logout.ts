/** Ends the session that the request asks with. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import {
  endedFormerCookie,
  endedSessionCookie,
  isBearerCall,
  readFormerToken,
  readSessionToken,
} from '#app/auth/cookie.server.ts'
import { refuseApiToken } from '#app/auth/guards.server.ts'
import { exportLinkCookie } from '#app/auth/short-cookies.server.ts'
import { endSession } from '#app/domain/accounts/login/sessions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { wantsPage } from '#app/lib/web/wants-page.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST to log out.')
}

/** Without a session there is nothing to end, and the response is the same. */
export async function action(args: ActionFunctionArgs) {
  refuseApiToken(args)
  const { request } = args
  const { services, clientAddress } = args.context
  const sessionToken = readSessionToken(services.config, request)
  if (sessionToken !== null) await endSession(services, sessionToken, clientAddress)

  const answer = { message: 'You’re logged out.' }
  // The cookie may be of another session, which goes on.
  if (isBearerCall(request)) return Response.json(answer)
  const headers = new Headers({
    'Set-Cookie': endedSessionCookie(services.config),
    // Pages that the browser still has. Its storage is cleared by the page, which keeps the color preference.
    'Clear-Site-Data': '"cache"',
  })
  const former = readFormerToken(services.config, request)
  if (former !== null) {
    await endSession(services, former, clientAddress)
    headers.append('Set-Cookie', endedFormerCookie)
  }
  // The next person at this browser must not find it.
  if (exportLinkCookie.read(services.config, request) !== null)
    headers.append('Set-Cookie', exportLinkCookie.end(services.config))
  // The form was sent before the page's script was there.
  if (wantsPage(request)) return redirect('/auth/login', { status: 303, headers })
  return Response.json(answer, { headers })
}
