/** `GET /api/pixel/{uuid}`. */
import { consentId } from '#app/contract/pixel-events.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import { languageOfTag } from '#app/domain/wording/language-of-tag.ts'
import type { ServedPayload } from '#app/domain/serving/served-payload.server.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import { asRefusal } from '../error-response.server.ts'
import { openHeaders, type EdgeResponse } from './edge-response.server.ts'
import { createBodyHeaders, bodyResponse, type BodyHeaders } from './encoded-body.server.ts'
import { unknownSite } from './events.server.ts'
import { headerOf, type RequestHead } from './request-head.ts'
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

export const countryHeader = 'Footfall-Country'

type Depends = {
  /** Null: nothing depends on it. Empty: it's unknown. */
  country: string | null
  isByLanguage: boolean
}

/** Two per country that was requested, which is a small, bounded number. */
const privateHeads = new Map<string, BodyHeaders>()

/**
 * For a response that depends on the visitor or on their page, so only their browser can cache it:
 * with a holdout group, an experiment, nudges that differ by country, or the page's language. Caches
 * in front of us often know no `Vary` but that for codings. Sends the visitor their country when
 * nudges differ by it.
 */
function privateHead({ country, isByLanguage }: Depends): BodyHeaders {
  const key = `${String(country)} ${String(isByLanguage)}`
  const known = privateHeads.get(key)
  if (known) return known
  const exposed = `${openHeaders['Access-Control-Expose-Headers']}, ${countryHeader}`
  const head = createBodyHeaders({
    ...privately,
    more: {
      ...(country === null ? {} : { 'Access-Control-Expose-Headers': exposed }),
      ...(country ? { [countryHeader]: country } : {}),
      ...(isByLanguage ? { Vary: 'Accept-Encoding, Accept-Language' } : {}),
    },
  })
  privateHeads.set(key, head)
  return head
}

export type PayloadRequest = { uuid: string; query: string }

/** Synchronous when the payload is in memory. @throws Refusal `not_found` */
export function payloadResponse(
  services: Services,
  request: RequestHead,
  asked: PayloadRequest,
): MaybePromise<EdgeResponse> {
  const respond = (payload: ServedPayload | null) =>
    respondWithPayload(services, request, { ...asked, payload })
  const payload = services.siteCache.payload(asked.uuid)
  if (isPromise(payload))
    return payload.then((read) => respondInLanguage(services, request, { asked, read, respond }))
  return respondInLanguage(services, request, { asked, read: payload, respond })
}

type Answering = {
  asked: PayloadRequest
  /** In the site's language. */
  read: ServedPayload | null
  respond: (payload: ServedPayload | null) => MaybePromise<EdgeResponse>
}

/** Responds in the page's language, if the site's settings allow it and nudges support that language. */
function respondInLanguage(
  { siteCache }: Services,
  request: RequestHead,
  { asked, read, respond }: Answering,
): MaybePromise<EdgeResponse> {
  const ofSite = read?.fallbackLanguage ?? null
  const language = ofSite === null ? null : pageLanguageOf(request)
  if (language === null || language === ofSite) return respond(read)
  const payload = siteCache.payload(asked.uuid, language)
  if (!isPromise(payload)) return respond(payload)
  return payload.catch((error: unknown) => whenAway(error, read)).then(respond)
}

/**
 * The language that the page names: the pixel sends it as the only one that it accepts
 * (app/pixel/payload.ts). Null when it names none, or one that nudges don't have.
 */
export const pageLanguageOf = (request: RequestHead) =>
  languageOfTag(headerOf(request, 'accept-language') ?? '')

function respondWithPayload(
  { config, now, security: { visitorKeys } }: Services,
  request: RequestHead,
  { uuid, query, payload }: PayloadRequest & { payload: ServedPayload | null },
): MaybePromise<EdgeResponse> {
  if (!payload) throw unknownSite()
  const { shown, heldOut, holdout, variantB, hasCountries, fallbackLanguage } = payload
  const isByLanguage = fallbackLanguage !== null
  if (!heldOut && !variantB && !hasCountries && !isByLanguage)
    return bodyResponse(request, { text: shown, head: publicHead })

  const { address, userAgent, country } = readClientInfo(request, config.trustsProxy)
  const shownHead = privateHead({ country: hasCountries ? country : null, isByLanguage })
  if (!heldOut && !variantB) return bodyResponse(request, { text: shown, head: shownHead })

  const heldOutHead = privateHead({ country: null, isByLanguage })
  const answer = (key: Uint8Array | null) => {
    if (key && heldOut && assignArm(key, holdout) === 'holdout') {
      return bodyResponse(request, { text: heldOut, head: heldOutHead })
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
  if (!isPromise(key)) return answer(key)
  // Shows the nudges: without the database no groups are compared anyway.
  return key.catch((error: unknown) => whenAway(error, null)).then(answer)
}

/** The value to go on with while the database is away. Throws other errors. */
function whenAway<Value>(error: unknown, instead: Value): Value {
  if (!asRefusal(error)) throw error
  return instead
}

/** Undefined without consent, and for ids that the pixel would never send. */
function consentIdOf(query: string): string | undefined {
  if (query === '') return undefined
  const given = new URLSearchParams(query).getAll('visitor')
  return given.length === 1 ? consentId.safeParse(given[0]).data : undefined
}
