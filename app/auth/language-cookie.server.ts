/** The language cookie: 365 days, SameSite lax. */
import type { Config } from '#app/config.server.ts'
import { defaultUiLanguage, isUiLanguage, type UiLanguage } from '#app/lib/languages.ts'
import { defineCookie } from './define-cookie.server.ts'

const cookie = defineCookie({
  name: 'language',
  seconds: 365 * 86_400,
  sameSite: 'Lax',
  isReadByScripts: true,
})

export const languageCookie = (config: Pick<Config, 'appUrl'>, language: UiLanguage): string =>
  cookie.write(config, language)

/** Value of `<html lang>`. Falls back to the default for languages that aren't configured. */
export function readLanguage(config: Pick<Config, 'appUrl'>, request: Request): UiLanguage {
  const given = cookie.read(config, request) ?? ''
  return isUiLanguage(given) ? given : defaultUiLanguage
}
