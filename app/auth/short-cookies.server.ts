/** Cookies that last minutes, for flows that aren't finished. Only the server reads them. */
import type { Config } from '#app/config.server.ts'
import { pendingMinutes } from '#app/domain/accounts/two-factor/two-factor.ts'

type Place = Pick<Config, 'appUrl'>

export type ShortCookie = {
  write: (config: Place, value: string) => string
  end: (config: Place) => string
  /** Null when there is none or the header has it twice. */
  read: (request: Request) => string | null
}

/** A login that waits for its code. */
export const pendingLoginCookie = shortCookie('pending_login')

/** A passkey challenge. */
export const passkeyCookie = shortCookie('passkey')

function shortCookie(name: string): ShortCookie {
  const attributes = ({ appUrl }: Place) =>
    `Path=/; HttpOnly; SameSite=Strict${appUrl.startsWith('https:') ? '; Secure' : ''}`
  const pattern = new RegExp(`(?:^|; ?)${name}=([^;]*)`, 'g')

  return {
    write: (config, value) =>
      `${name}=${value}; Max-Age=${String(pendingMinutes * 60)}; ${attributes(config)}`,
    end: (config) => `${name}=; Max-Age=0; ${attributes(config)}`,
    read(request) {
      const found = [...(request.headers.get('cookie') ?? '').matchAll(pattern)]
      return (found.length === 1 && found[0]?.[1]) || null
    },
  }
}
