import type { IncomingMessage } from 'node:http'

/** The parts of a request that matter here, read by Node or from the raw socket. */
export type RequestHead = Pick<IncomingMessage, 'rawHeaders' | 'socket'>

/**
 * A single header. Repeated ones are joined by commas (RFC 9110 5.3). Faster than Node's `headers`,
 * which builds an object of all headers on first access.
 *
 * @param name in lower case
 */
export function headerOf(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): string | undefined {
  let found: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const one = rawHeaders[at]
    if (one?.length !== name.length || one.toLowerCase() !== name) continue
    const value = rawHeaders[at + 1] ?? ''
    found = found === undefined ? value : `${found}, ${value}`
  }
  return found
}
