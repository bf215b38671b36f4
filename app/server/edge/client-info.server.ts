/** What a request tells of who sent it. */
import { clientAddress } from '../client-address.ts'
import { headerOf, type RequestHead } from './request-head.ts'

export type ClientInfo = {
  address: string
  /** Empty when it names no browser. */
  userAgent: string
  /** ISO 3166-1 alpha-2; empty unless a proxy of ours told it. */
  country: string
}

/** As Cloudflare and Amazon CloudFront name it. */
const countryHeaders = ['cf-ipcountry', 'cloudfront-viewer-country']

/** T28 (security.md): without a proxy of ours these headers are whatever the sender likes. */
export function readClientInfo(request: RequestHead, trustsProxy: boolean): ClientInfo {
  return {
    address: clientAddress(request, trustsProxy),
    userAgent: headerOf(request, 'user-agent') ?? '',
    country: trustsProxy ? countryOf(request) : '',
  }
}

function countryOf(request: RequestHead): string {
  for (const name of countryHeaders) {
    const value = headerOf(request, name)
    // XX and T1 are Cloudflare's words for "unknown" and for Tor.
    if (value !== undefined && /^[A-Z]{2}$/.test(value) && value !== 'XX') return value
  }
  return ''
}
