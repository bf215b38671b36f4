/** What counts as one sender. */
import { isIPv6 } from 'node:net'

/**
 * Whoever has one IPv6 address has 2^64 of them: RFC 6177 gives a household a /64 or more. IPv4
 * addresses stand for themselves, also where a socket tells them in IPv6's form.
 */
export function addressGroup(address: string): string {
  // Only an address with a colon can be one of IPv6.
  if (!address.includes(':') || !isIPv6(address)) return address
  if (address.toLowerCase().startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const words = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${words
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/64`
}

/**
 * This machine itself: a proxy that the product was not told of (TRUST_PROXY), behind which everybody
 * is, or the operator. It says nothing about who asks.
 */
export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || /^::ffff:127\./i.test(address)
