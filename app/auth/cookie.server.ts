/** The token cookie: 365 days, path /, SameSite strict, Secure on https. */
import { sessionDays } from '#app/domain/accounts/login/sessions.server.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import type { Config } from '#app/config.server.ts'
import { defineCookie } from './define-cookie.server.ts'

/** No script of ours needs it, and a stolen token would be valid for up to a year. */
const tokenCookie = defineCookie({
  name: 'token',
  seconds: sessionDays * 86_400,
  sameSite: 'Strict',
})

export const sessionCookie = tokenCookie.write

export const endedSessionCookie = tokenCookie.end

/** The cookie had no prefix behind https in releases before it, see docs/operate.md. */
const withoutPrefix = { appUrl: 'http:' }

/** The session of a cookie from before the prefix, which opens nothing. Null on http. */
export const readFormerToken = (config: Pick<Config, 'appUrl'>, request: Request): string | null =>
  config.appUrl.startsWith('https:') ? tokenCookie.read(withoutPrefix, request) : null

/** Removes that cookie. */
export const endedFormerCookie = tokenCookie.end(withoutPrefix)

/**
 * The session that a request asks with. A call under /api/ can send its token as Bearer: then the
 * cookie, which may be of another session, counts for nothing.
 */
export const readSessionToken = (config: Pick<Config, 'appUrl'>, request: Request): string | null =>
  isBearerCall(request) ? readBearer(request) : tokenCookie.read(config, request)

/** True for a call under /api/ with a Bearer token. No other site's page can make a browser send one. */
export const isBearerCall = (request: Request): boolean =>
  readBearer(request) !== null && new URL(request.url).pathname.startsWith('/api/')
