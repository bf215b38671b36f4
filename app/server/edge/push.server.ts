/** `/api/push/{uuid}/…`: what pages and service workers of a site send about push messages. */
import type { IncomingMessage } from 'node:http'
import { maxPushBytes } from '#app/contract/push.ts'
import { changeSubscription } from '#app/domain/push/change-subscription.server.ts'
import { reportPush } from '#app/domain/push/report.server.ts'
import { subscribe } from '#app/domain/push/subscribe.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { scopeOfKnownSite } from '#app/domain/sites/known-site.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import { addressGroup, isLoopback } from '#app/lib/web/address-group.ts'
import { detachString } from '#app/lib/cache/detach-string.ts'
import { createTokenBuckets } from '#app/lib/web/token-buckets.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { readBody } from './body.server.ts'
import { readClientInfo } from './client-info.server.ts'
import { jsonResponse, type EdgeResponse } from './edge-response.server.ts'
import { parseJson, unknownSite } from './events.server.ts'
import type { FairShare } from './fair-share.ts'
import { headerOf } from './request-head.ts'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Site, what, and the subscription. */
export const pushPath = new RegExp(
  `^/api/push/(${uuid})/(?:(subscriptions)(?:/(${uuid}))?|reports)$`,
  'i',
)

/**
 * New subscriptions of one network, which can be a mobile carrier's, and of one site. A shop with 1,000
 * visitors a minute gets a few in a minute.
 */
const rates = {
  network: { perSecond: 1, burst: 100, maxKeys: 50_000 },
  site: { perSecond: 50, burst: 1_000, maxKeys: 50_000 },
}

type Parts = {
  services: Services
  admit: (kind: 'report', from: { uuid: string; address: string }) => void
  arriving: FairShare
}

type PushAnswerer = (request: IncomingMessage, match: RegExpExecArray) => Promise<EdgeResponse>

/** @returns answers; throws Refusal */
export function createPushEdge({ services, admit, arriving }: Parts): PushAnswerer {
  const networks = createTokenBuckets(rates.network)
  const sites = createTokenBuckets(rates.site)

  function admitSubscription(siteUuid: string, address: string): void {
    const wait =
      (!isLoopback(address) && networks.take(addressGroup(address))) || sites.take(siteUuid)
    if (wait > 0) {
      throw new Refusal('too_many', 'Too many requests. Try again in a moment.', {
        retryAfterSeconds: wait,
      })
    }
  }

  async function findSite(siteUuid: string, origin: string | undefined): Promise<SiteScope> {
    const known = await services.siteCache.site(siteUuid)
    if (!known) throw unknownSite()
    if (!isPageOfSite(known.url, origin)) {
      throw new Refusal('forbidden', 'Send this from a page of the site.')
    }
    return scopeOfKnownSite(known)
  }

  return async (request, [, sentUuid = '', what, subscription]) => {
    const siteUuid = detachString(sentUuid.toLowerCase())
    const { address, country } = readClientInfo(request, services.config.trustsProxy)
    admit('report', { uuid: siteUuid, address })
    if (what !== undefined && subscription === undefined) admitSubscription(siteUuid, address)
    const sender = addressGroup(address)
    const { text } = await readBody(request, { maxBytes: maxPushBytes, arriving, sender })
    const site = await findSite(siteUuid, headerOf(request, 'origin'))
    const input = parseJson(text)
    if (what === undefined) {
      await reportPush(services, site, input)
      return jsonResponse(200, {})
    }
    if (subscription !== undefined) {
      const id = subscription.toLowerCase()
      return jsonResponse(200, await changeSubscription(services, site, { id, input }))
    }
    const { answer, isNew } = await subscribe(services, site, { input, country })
    return jsonResponse(isNew ? 201 : 200, answer)
  }
}
