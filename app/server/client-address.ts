import { headerOf, type RequestHead } from './edge/request-head.ts'

/**
 * Client IP: the last entry our proxy appended, else the socket's. Earlier entries can be spoofed
 * (docs/threats.md T28).
 */
export function clientAddress(incoming: RequestHead, trustsProxy: boolean): string {
  const forwarded = (trustsProxy && headerOf(incoming, 'x-forwarded-for')) || ''
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
  return last || (incoming.socket.remoteAddress ?? 'unknown')
}
