/**
 * `GET /api/pixel/{uuid}?preview={token}&tab={tab}`: the payload of a preview link. `POST
 * /api/pixel/{uuid}/events` with the same query: what a tab that tests a goal reports. Rare, never
 * cached.
 */
import {
  openPreview,
  reportGoalTest,
  type Opening,
} from '#app/domain/serving/preview-link.server.ts'
import type { Services } from '#app/services.ts'
import type { Body } from './body.server.ts'
import { parseJson } from './events.server.ts'
import { jsonResponse, type EdgeResponse } from './edge-response.server.ts'
import { headerOf, type RequestHead } from './request-head.ts'
import { countryHeader, type PayloadRequest } from './payload.server.ts'
import { readClientInfo } from './client-info.server.ts'

/** Checked before the query is parsed, because hardly any request has it. */
export const isPreview = (query: string) => query.includes('preview=')

/** @throws Refusal `forbidden` */
export async function previewResponse(
  services: Services,
  request: RequestHead,
  { uuid, query }: PayloadRequest,
): Promise<EdgeResponse> {
  const payload = await openPreview(services, openingOf(request, { uuid, query }))
  const { country } = readClientInfo(request, services.config.trustsProxy)
  // In addition to the same header of all responses; browsers join the two.
  const exposed = ['Access-Control-Expose-Headers', countryHeader]
  return jsonResponse(200, payload, country === '' ? [] : [...exposed, countryHeader, country])
}

/** @throws Refusal `forbidden`, `malformed`, `invalid` */
export const testResponse = async (
  services: Services,
  request: RequestHead,
  { uuid, query, body }: PayloadRequest & { body: Body },
): Promise<EdgeResponse> =>
  jsonResponse(200, {
    isReached: await reportGoalTest(
      services,
      openingOf(request, { uuid, query }),
      parseJson(body.text),
    ),
  })

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
  const referer = headerOf(request, 'referer') ?? ''
  return (
    headerOf(request, 'origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined)
  )
}
