/** Facts that a request reveals about its sender. */
import { clientAddress } from '../client-address.ts'
import { headerOf, type RequestHead } from './request-head.ts'

export type ClientInfo = {
  address: string
  /** Empty without a User-Agent. Cut to what browsers need, because expressions search it. */
  userAgent: string
  /** ISO 3166-1 alpha-2; empty unless our proxy sent it. */
  country: string
}

/** Browsers send 70 to 250 characters; some apps on a phone add as many again. */
const maxUserAgentLength = 512

/** The header names of Cloudflare and Amazon CloudFront. */
const countryHeaders = ['cf-ipcountry', 'cloudfront-viewer-country']

/**
 * Without our own proxy in front, clients can set these headers to anything (docs/threats.md T28).
 */
export function readClientInfo(request: RequestHead, trustsProxy: boolean): ClientInfo {
  return {
    address: clientAddress(request, trustsProxy),
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, maxUserAgentLength),
    country: trustsProxy ? countryOf(request) : '',
  }
}

function countryOf(request: RequestHead): string {
  for (const name of countryHeaders) {
    const value = headerOf(request, name)
    // XX and T1 are Cloudflare's codes for "unknown" and for Tor.
    if (value !== undefined && /^[A-Z]{2}$/.test(value) && value !== 'XX') return value
  }
  return ''
}
