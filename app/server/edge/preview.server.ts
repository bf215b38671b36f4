/**
 * `GET /api/pixel/{uuid}?preview={token}&tab={tab}`: the payload of a preview link. Rare, never
 * cached.
 */
import { openPreview } from '#app/domain/serving/preview-link.server.ts'
import type { Services } from '#app/services.ts'
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
  const asked = new URLSearchParams(query)
  const payload = await openPreview(services, {
    uuid,
    token: asked.get('preview') ?? '',
    tab: asked.get('tab') ?? '',
    origin: originOf(request),
  })
  const { country } = readClientInfo(request, services.config.trustsProxy)
  // In addition to the same header of all responses; browsers join the two.
  const exposed = ['Access-Control-Expose-Headers', countryHeader]
  return jsonResponse(200, payload, country === '' ? [] : [...exposed, countryHeader, country])
}

/** Same-origin requests have no Origin header, only a Referer. */
function originOf(request: RequestHead): string | undefined {
  const referer = headerOf(request, 'referer') ?? ''
  return (
    headerOf(request, 'origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined)
  )
}
