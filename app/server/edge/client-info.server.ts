/** Facts that a request reveals about its sender. */
import { maxUserAgentLength } from '#app/domain/events/visitor-key.server.ts'
import { countryOf } from '#app/lib/web/request-country.ts'
import { clientAddress } from '../client-address.ts'
import { headerOf, type RequestHead } from './request-head.ts'

export type ClientInfo = {
  address: string
  /** Empty without a User-Agent. Cut to what browsers need, because expressions search it. */
  userAgent: string
  /** ISO 3166-1 alpha-2; empty unless our proxy sent it. */
  country: string
}

export function readClientInfo(request: RequestHead, trustsProxy: boolean): ClientInfo {
  return {
    address: clientAddress(request, trustsProxy),
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, maxUserAgentLength),
    country: trustsProxy ? countryOf((name) => headerOf(request, name)) : '',
  }
}
