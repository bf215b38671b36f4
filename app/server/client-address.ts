import type { IncomingMessage } from 'node:http'

/** Behind our own proxy the last address that it added; else the socket's. T28 (security.md). */
export function clientAddress(incoming: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? incoming.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || (incoming.socket.remoteAddress ?? 'unknown')
}
