import { headerOf, type RequestHead } from './edge/request-head.ts'

/** Behind our own proxy the last address that it added; else the socket's. T28 (security.md). */
export function clientAddress(incoming: RequestHead, trustsProxy: boolean): string {
  const forwarded = (trustsProxy && headerOf(incoming, 'x-forwarded-for')) || ''
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
  return last || (incoming.socket.remoteAddress ?? 'unknown')
}
