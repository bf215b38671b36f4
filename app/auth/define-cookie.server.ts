/** How cookies of ours are named, written and read. */
import type { Config } from '#app/config.server.ts'

type Place = Pick<Config, 'appUrl'>

export type Cookie = {
  /** Set-Cookie header that stores the value. */
  write: (config: Place, value: string) => string
  /** Set-Cookie header that removes the cookie. */
  end: (config: Place) => string
  /** Null when there is none, when it's empty, and when the header has it twice. */
  read: (config: Place, request: Request) => string | null
}

type Wanted = {
  /** Lower case letters and underscores. */
  name: string
  seconds: number
  sameSite: 'Strict' | 'Lax'
  /** Absent: only the server reads it. */
  isReadByScripts?: boolean
}

/**
 * On https the name has the prefix `__Host-`: browsers then take it only from this host, over https
 * and for every path, so no subdomain and no one on the network can plant a session. On http, which
 * is for local use, browsers would refuse the prefix.
 *
 * Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis section 4.1.3.2.
 */
export function defineCookie({ name, seconds, sameSite, isReadByScripts }: Wanted): Cookie {
  const onHttps = { name: `__Host-${name}`, pattern: patternOf(`__Host-${name}`), end: '; Secure' }
  const onHttp = { name, pattern: patternOf(name), end: '' }
  const on = ({ appUrl }: Place) => (appUrl.startsWith('https:') ? onHttps : onHttp)
  const attributes = `Path=/; ${isReadByScripts ? '' : 'HttpOnly; '}SameSite=${sameSite}`

  const write = (config: Place, { value, age }: { value: string; age: number }) =>
    `${on(config).name}=${value}; Max-Age=${String(age)}; ${attributes}${on(config).end}`

  return {
    write: (config, value) => write(config, { value, age: seconds }),
    end: (config) => write(config, { value: '', age: 0 }),
    read(config, request) {
      const found = [...(request.headers.get('cookie') ?? '').matchAll(on(config).pattern)]
      return (found.length === 1 && found[0]?.[1]) || null
    },
  }
}

const patternOf = (name: string) => new RegExp(`(?:^|; ?)${name}=([^;]*)`, 'g')
