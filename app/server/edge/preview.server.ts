/** `GET /api/pixel/{uuid}?preview={token}&tab={tab}`: what a preview link opens. Rare, and never kept. */
import { openPreview } from '#app/domain/serving/preview-link.server.ts'
import type { Services } from '#app/services.ts'
import { jsonResponse, type EdgeResponse } from './edge-response.server.ts'
import { headerOf, type RequestHead } from './request-head.ts'
import { countryHeader, type PayloadRequest } from './payload.server.ts'
import { readClientInfo } from './client-info.server.ts'

/** Looked for before anything is parsed: nearly no request has it. */
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
  // Beside the line that all answers have: a browser joins the two.
  const exposed = ['Access-Control-Expose-Headers', countryHeader]
  return jsonResponse(200, payload, country === '' ? [] : [...exposed, countryHeader, country])
}

/** A page that asks its own origin names it in the Referer alone. */
function originOf(request: RequestHead): string | undefined {
  const referer = headerOf(request, 'referer') ?? ''
  return (
    headerOf(request, 'origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined)
  )
}
