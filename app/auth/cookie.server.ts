/** The token cookie: 365 days, path /, SameSite strict, Secure on https. */
import { sessionDays } from '#app/domain/accounts/login/sessions.server.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import type { Config } from '#app/config.server.ts'

const cookieName = 'token'

/**
 * HttpOnly, because no script of ours needs it and a stolen token would be valid for up to a year.
 */
const attributes = ({ appUrl }: Pick<Config, 'appUrl'>) =>
  `Path=/; HttpOnly; SameSite=Strict${appUrl.startsWith('https:') ? '; Secure' : ''}`

export const sessionCookie = (config: Pick<Config, 'appUrl'>, token: string) =>
  `${cookieName}=${token}; Max-Age=${String(sessionDays * 86_400)}; ${attributes(config)}`

export const endedSessionCookie = (config: Pick<Config, 'appUrl'>) =>
  `${cookieName}=; Max-Age=0; ${attributes(config)}`

/**
 * The session that a request asks with. A call under /api/ can send its token as Bearer: then the
 * cookie, which may be of another session, counts for nothing.
 */
export const readSessionToken = (request: Request): string | null =>
  isBearerCall(request) ? readBearer(request) : readCookieToken(request)

/** True for a call under /api/ with a Bearer token. No other site's page can make a browser send one. */
export const isBearerCall = (request: Request): boolean =>
  readBearer(request) !== null && new URL(request.url).pathname.startsWith('/api/')

/** Null when there is none or the header has it twice. */
function readCookieToken(request: Request): string | null {
  const found = [...(request.headers.get('cookie') ?? '').matchAll(/(?:^|; ?)token=([^;]*)/g)]
  return (found.length === 1 && found[0]?.[1]) || null
}
