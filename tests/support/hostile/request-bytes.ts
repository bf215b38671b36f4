/** Requests written byte by byte, so that they can be wrong in ways that no HTTP client allows. */

/** One address, as it is asked for. */
export type Target = {
  /** With the query of its shell. */
  path: string
  /** Lines of every request, for example a cookie. */
  headers: readonly string[]
}

export type HostileRequest = {
  name: string
  /** One character per byte. */
  write: (target: Target) => string
  /** Its sender goes away in the middle of the body. */
  breaksOff?: boolean
}

type Written = {
  method?: string
  path?: string
  version?: string
  /** Null: no Host at all. */
  host?: string | null
  headers?: readonly string[]
  body?: string
}

/** A request that closes its connection. The body's length is stated unless a header frames it. */
export function requestBytes(target: Target, wanted: Written = {}): string {
  const { method = 'GET', path = target.path, version = '1.1', host = 'footfall.test' } = wanted
  const { headers = [], body = '' } = wanted
  const isFramed = headers.some((line) => /^(content-length|transfer-encoding)\s*:/i.test(line))
  const hasLength = !isFramed && (body !== '' || method === 'POST')
  return [
    `${method} ${path} HTTP/${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...target.headers,
    ...headers,
    ...(hasLength ? [`Content-Length: ${String(body.length)}`] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** The path with further parameters. */
export const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The path with something behind its last segment. */
export function withPath(path: string, change: (pathname: string) => string): string {
  const [pathname = '', ...query] = path.split('?')
  return [change(pathname), ...query].join('?')
}

/** The address from which Remix' client gets a screen's data. */
export const dataPath = (path: string) =>
  withPath(path, (pathname) => (pathname === '/' ? '/_root.data' : `${pathname}.data`))

/** The bytes of a text in UTF-8, one character each. */
export const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
