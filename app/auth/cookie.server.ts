/** The token cookie: 365 days, path /, SameSite strict, Secure on https. */
import { sessionDays } from '#app/domain/accounts/login/sessions.server.ts'
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

/** Null when there is none or the header has it twice. */
export function readSessionToken(request: Request): string | null {
  const found = [...(request.headers.get('cookie') ?? '').matchAll(/(?:^|; ?)token=([^;]*)/g)]
  return (found.length === 1 && found[0]?.[1]) || null
}
