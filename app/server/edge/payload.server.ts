/** `GET /api/pixel/{uuid}`. */
import { consentId } from '#app/contract/pixel-events.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import type { ServedPayload } from '#app/domain/serving/served-payload.server.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import { asRefusal } from '../error-response.server.ts'
import { openHeaders, type EdgeResponse } from './edge-response.server.ts'
import { createBodyHeaders, bodyResponse, type BodyHeaders } from './encoded-body.server.ts'
import { unknownSite } from './events.server.ts'
import type { RequestHead } from './request-head.ts'
import { readClientInfo } from './client-info.server.ts'

/**
 * Makes the kill switch work everywhere within 60 s: a cache can serve a payload for 10 s, and for
 * 30 s more while it revalidates. With our own 2 s that makes 42. `stale-if-error` lets a cache in
 * front of us bridge an outage for as long as we would from memory. It only applies while we don't
 * respond or respond with 5xx, when no switch could have an effect anyway. Erased activities leave
 * the pages within the same times.
 */
const publicHead = createBodyHeaders({
  contentType: 'application/json; charset=utf-8',
  cacheControl: 'public, max-age=10, stale-while-revalidate=30, stale-if-error=600',
})

const privately = {
  contentType: 'application/json; charset=utf-8',
  cacheControl: 'private, max-age=10',
}

/**
 * With a holdout group or an experiment the response depends on the visitor, so only their browser
 * can cache it.
 */
const privateHead = createBodyHeaders(privately)

export const countryHeader = 'Footfall-Country'

const unknownHead = createBodyHeaders(inCountry())

/** One per country that was requested, which is a small, bounded number. */
const countryHeads = new Map<string, BodyHeaders>()

/** Sends the visitor their country when nudges differ by country. Absent when it's unknown. */
function countryHead(country: string): BodyHeaders {
  if (country === '') return unknownHead
  const head = countryHeads.get(country) ?? createBodyHeaders(inCountry(country))
  countryHeads.set(country, head)
  return head
}

function inCountry(country?: string) {
  const exposed = `${openHeaders['Access-Control-Expose-Headers']}, ${countryHeader}`
  const countryHeaders = country === undefined ? {} : { [countryHeader]: country }
  return { ...privately, more: { 'Access-Control-Expose-Headers': exposed, ...countryHeaders } }
}

export type PayloadRequest = { uuid: string; query: string }

/** Synchronous when the payload is in memory. @throws Refusal `not_found` */
export function payloadResponse(
  services: Services,
  request: RequestHead,
  asked: PayloadRequest,
): MaybePromise<EdgeResponse> {
  const payload = services.siteCache.payload(asked.uuid)
  return isPromise(payload)
    ? payload.then((read) => respondWithPayload(services, request, { ...asked, payload: read }))
    : respondWithPayload(services, request, { ...asked, payload })
}

function respondWithPayload(
  { config, now, security: { visitorKeys } }: Services,
  request: RequestHead,
  { uuid, query, payload }: PayloadRequest & { payload: ServedPayload | null },
): MaybePromise<EdgeResponse> {
  if (!payload) throw unknownSite()
  const { shown, heldOut, holdout, variantB, hasCountries } = payload
  if (!heldOut && !variantB && !hasCountries)
    return bodyResponse(request, { text: shown, head: publicHead })

  const { address, userAgent, country } = readClientInfo(request, config.trustsProxy)
  const shownHead = hasCountries ? countryHead(country) : privateHead
  if (!heldOut && !variantB) return bodyResponse(request, { text: shown, head: shownHead })

  const answer = (key: Uint8Array | null) => {
    if (key && heldOut && assignArm(key, holdout) === 'holdout') {
      return bodyResponse(request, { text: heldOut, head: privateHead })
    }
    const isOther = key && variantB && assignVariant(key, variantB) === 'b'
    return bodyResponse(request, { text: isOther ? variantB.text : shown, head: shownHead })
  }
  const facts = {
    siteUuid: uuid,
    address,
    userAgent,
    consentId: consentIdOf(query),
    at: now(),
  }
  const key = visitorKeys.of(facts)
  return isPromise(key) ? key.catch(showWhenAway).then(answer) : answer(key)
}

/** Shows the nudges: without the database no groups are compared anyway. */
function showWhenAway(error: unknown): null {
  if (!asRefusal(error)) throw error
  return null
}

/** Undefined without consent, and for ids that the pixel would never send. */
function consentIdOf(query: string): string | undefined {
  if (query === '') return undefined
  const given = new URLSearchParams(query).getAll('visitor')
  return given.length === 1 ? consentId.safeParse(given[0]).data : undefined
}
