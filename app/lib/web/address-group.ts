/** Which network addresses count as one sender. */
import { isIPv6 } from 'node:net'

/**
 * An IPv6 client has at least 2^64 addresses, since RFC 6177 gives a household a /64 or more. IPv4
 * addresses count separately, also when a socket reports them in IPv6 notation.
 *
 * @param bits 48 for what a provider gives to a whole company (RFC 6177)
 */
export function addressGroup(address: string, bits: 64 | 48 = 64): string {
  // Only an address with a colon can be IPv6.
  if (!address.includes(':') || !isIPv6(address)) return address
  if (address.toLowerCase().startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const words = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${words
    .slice(0, bits / 16)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/${String(bits)}`
}

/**
 * This machine: an operator, or a proxy that TRUST_PROXY wasn't set for, which hides all clients
 * behind one address. Doesn't identify a sender.
 */
export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || /^::ffff:127\./i.test(address)
