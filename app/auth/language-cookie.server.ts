/** The language cookie: 365 days, SameSite lax. */
import type { Config } from '#app/config.server.ts'
import { defaultUiLanguage, isUiLanguage, type UiLanguage } from '#app/lib/languages.ts'

const cookieName = 'language'
const maxAgeSeconds = 365 * 86_400

export function languageCookie({ appUrl }: Pick<Config, 'appUrl'>, language: UiLanguage): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${language}; Max-Age=${String(maxAgeSeconds)}; Path=/; SameSite=Lax${secure}`
}

/** Value of `<html lang>`. Falls back to the default for languages that aren't configured. */
export function readLanguage(request: Request): UiLanguage {
  const given = /(?:^|; ?)language=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  return isUiLanguage(given) ? given : defaultUiLanguage
}
