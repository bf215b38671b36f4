import type { IncomingMessage } from 'node:http'

/** What is looked at to answer a request: Node's own, or what was read from the socket. */
export type RequestHead = Pick<IncomingMessage, 'rawHeaders' | 'socket'>

/**
 * One header as it came; repeated ones are joined by commas (RFC 9110 5.3). Node makes an object of
 * all headers when the first one is asked for, which costs more than to look for the few needed.
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
