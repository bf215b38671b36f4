/**
 * Which network addresses are on the public internet. The server connects to no others on someone
 * else's behalf.
 */
import { BlockList, isIP } from 'node:net'

/** IANA's registries of special-purpose addresses (RFC 6890 and later). */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT, RFC 6598.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, which includes cloud metadata services.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // 6to4 relays.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
]

/**
 * The exceptions inside 2000::/3, the only public range: IETF's own with Teredo, documentation,
 * 6to4.
 */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused4 = listOf(special4, 'ipv4')
const refused6 = listOf(special6, 'ipv6')
const public6 = listOf([['2000::', 3]], 'ipv6')

/**
 * True for a unicast address that is reachable on the public internet. @param address an IP literal
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4')
    case 6:
      return public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
    default:
      return false
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** @param address an IP literal */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function listOf(ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList()
  for (const [network, bits] of ranges) list.addSubnet(network, bits, family)
  return list
}
