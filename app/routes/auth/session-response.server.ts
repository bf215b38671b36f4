/** Redirects and cookies after a login. */
import { redirect } from '@remix-run/node'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { passkeyCookie, pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import type { Services } from '#app/services.ts'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

/** The path requested before the login, if it is one of ours. */
export const pathAfterLogin = (request: Request): string =>
  safeRedirectPath(new URL(request.url).searchParams.get('to'))

/** Response that sets the session cookie after a completed login. */
export function sessionResponse(
  { config }: Services,
  request: Request,
  sessionToken: string,
): Response {
  const headers = new Headers()
  headers.append('Set-Cookie', sessionCookie(config, sessionToken))
  for (const { read, end } of [pendingLoginCookie, passkeyCookie]) {
    if (read(request) !== null) headers.append('Set-Cookie', end(config))
  }
  return redirect(pathAfterLogin(request), { headers })
}

/** URL of another login screen, with the same requested path. */
export function loginStepPath(path: string, request: Request): string {
  const wanted = pathAfterLogin(request)
  return wanted === '/' ? path : `${path}?to=${encodeURIComponent(wanted)}`
}
