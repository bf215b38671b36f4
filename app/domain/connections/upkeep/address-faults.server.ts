/** Why a shop's address isn't one that its owner can be sent to. */
import { isIP } from 'node:net'
import { ConnectionLost, RefusedAddress, Unreached } from '#app/lib/web/provider-errors.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import { isPublicAddress } from '#app/lib/web/public-address.server.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

export const notPublic =
  'This address only works on your computer or in your network. Enter the one that your customers use.'

/** By its name alone: a name for a machine at hand, or the number of a private network. */
export function isInside(address: unknown): boolean {
  const host = hostIn(address)
  if (host === null) return false
  return isIP(host) === 0 ? isNameAtHand(host) : !isPublicAddress(host)
}

const isNameAtHand = (host: string) => /(?:^|\.)(?:localhost|local|internal|lan)$/.test(host)

/** IPv6 without its brackets. Null: it's no address. */
const hostIn = (address: unknown): string | null =>
  parseWebAddress(typeof address === 'string' ? address : null)?.hostname.replace(
    /^\[(.*)\]$/,
    '$1',
  ) ?? null

/** After a look without credentials. Null: the sentences for connecting say it. */
export function lookSentence(error: unknown, address: unknown): string | null {
  if (error instanceof WrongSetting) return error.sentence
  const host = hostIn(address) ?? 'your shop'
  if (error instanceof RefusedAddress) return isInside(address) ? notPublic : error.sentence
  // Names of a network at hand lead nowhere from here.
  if (error instanceof Unreached && isNameAtHand(host)) return notPublic
  if (error instanceof Unreached)
    return `We couldn’t reach ${host}. Check the address, and that your shop is online.`
  if (error instanceof ConnectionLost)
    return `Our requests are refused by ${host}. Allow Footfall in your shop’s firewall or security plugin, then try again.`
  return null
}
