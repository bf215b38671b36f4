/**
 * `GET /api/pixel/{uuid}?preview={token}&tab={tab}`: the payload of a preview link. `POST
 * /api/pixel/{uuid}/events` with the same query: what a tab that tests a goal reports, or the place
 * that another one points at. Rare, never cached.
 */
import {
  openPreview,
  reportGoalTest,
  type Opening,
} from '#app/domain/serving/preview-link.server.ts'
import { suggestForm } from '#app/domain/serving/preview-form.server.ts'
import { suggestPlace } from '#app/domain/serving/preview-place.server.ts'
import type { Services } from '#app/services.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Body } from './body.server.ts'
import { parseJson } from './events.server.ts'
import { jsonResponse, type EdgeResponse } from './edge-response.server.ts'
import { headerOf, type RequestHead } from './request-head.ts'
import { countryHeader, pageLanguageOf, type PayloadRequest } from './payload.server.ts'
import { readClientInfo } from './client-info.server.ts'

/** Checked before the query is parsed, because hardly any request has it. */
export const isPreview = (query: string) => query.includes('preview=')

/** @throws Refusal `forbidden` */
export async function previewResponse(
  services: Services,
  request: RequestHead,
  { uuid, query }: PayloadRequest,
): Promise<EdgeResponse> {
  const opening = openingOf(request, { uuid, query })
  const payload = await openPreview(services, opening, pageLanguageOf(request))
  const { country } = readClientInfo(request, services.config.trustsProxy)
  // In addition to the same header of all responses; browsers join the two.
  const exposed = ['Access-Control-Expose-Headers', countryHeader]
  return jsonResponse(200, payload, country === '' ? [] : [...exposed, countryHeader, country])
}

/**
 * The goal reached by a tab that tests one, or the place or form that another one points at.
 *
 * @throws Refusal `forbidden`, `malformed`, `invalid`, `too_many`
 */
export async function tabReportResponse(
  services: Services,
  request: RequestHead,
  { uuid, query, body }: PayloadRequest & { body: Body },
): Promise<EdgeResponse> {
  const opening = openingOf(request, { uuid, query })
  const report = parseJson(body.text)
  if (typeof report === 'object' && report !== null && 'place' in report) {
    await suggestPlace(services, opening, report)
    return jsonResponse(200, { isKept: true })
  }
  if (typeof report === 'object' && report !== null && 'form' in report) {
    await suggestForm(services, opening, report)
    return jsonResponse(200, { isKept: true })
  }
  return jsonResponse(200, { isReached: await reportGoalTest(services, opening, report) })
}

function openingOf(request: RequestHead, { uuid, query }: PayloadRequest): Opening {
  const asked = new URLSearchParams(query)
  return {
    uuid,
    token: asked.get('preview') ?? '',
    tab: asked.get('tab') ?? '',
    origin: originOf(request),
  }
}

/** Same-origin requests have no Origin header, only a Referer. */
function originOf(request: RequestHead): string | undefined {
  return headerOf(request, 'origin') ?? parseWebAddress(headerOf(request, 'referer'))?.origin
}
