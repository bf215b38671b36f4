/** Redirects and cookies after a login. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { attributionCookie } from '#app/auth/attribution-cookie.server.ts'
import { endedFormerCookie, readFormerToken, sessionCookie } from '#app/auth/cookie.server.ts'
import { passkeyCookie, pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import { startLogin } from '#app/domain/accounts/login/complete-login.server.ts'
import type { VerifiedPassword } from '#app/domain/accounts/login/login-proof.server.ts'
import type { Services } from '#app/services.ts'
import { safeDestination } from '#app/lib/security/redirects.ts'

/** The path requested before the login, if it is one of ours. */
export const pathAfterLogin = (request: Request): string =>
  safeDestination(new URL(request.url).searchParams.get('to'))

/**
 * The answer to a right password: a session, or the screen that asks for the second factor.
 *
 * @param path where a session leads, when not to the path that was wanted
 */
export async function loginResponse(
  { request, context: { services, clientAddress } }: { request: Request; context: AppLoadContext },
  proof: VerifiedPassword,
  path?: string,
): Promise<Response> {
  const userAgent = request.headers.get('user-agent')
  const step = await startLogin(services, proof, { userAgent, address: clientAddress })
  if (step.kind === 'session') return sessionResponse(services, { request, path }, step.token)
  return redirect(loginStepPath('/auth/two-factor', request), {
    headers: { 'Set-Cookie': pendingLoginCookie.write(services.config, step.token) },
  })
}

type Destination = { request: Request; path?: string | undefined }

/** Response that sets the session cookie after a completed login. */
export function sessionResponse(
  { config }: Services,
  { request, path = pathAfterLogin(request) }: Destination,
  sessionToken: string,
): Response {
  const headers = new Headers()
  headers.append('Set-Cookie', sessionCookie(config, sessionToken))
  if (readFormerToken(config, request) !== null) headers.append('Set-Cookie', endedFormerCookie)
  for (const { read, end } of [pendingLoginCookie, passkeyCookie, attributionCookie]) {
    if (read(config, request) !== null) headers.append('Set-Cookie', end(config))
  }
  return redirect(path, { headers })
}

/** URL of another login screen, with the same requested path. */
function loginStepPath(path: string, request: Request): string {
  const wanted = pathAfterLogin(request)
  return wanted === '/' ? path : `${path}?to=${encodeURIComponent(wanted)}`
}
