/** `GET /api/pixel/{uuid}?preview={token}&tab={tab}`: what a preview link opens. Rare, and never kept. */
import { openPreview } from '#app/domain/serving/preview-link.server.ts'
import type { Services } from '#app/services.ts'
import { jsonAnswer, type Answer } from './answer.server.ts'
import { headerOf, type Heard } from './header.ts'
import { countryHeader, type Asked } from './payload.server.ts'
import { senderOf } from './sender.server.ts'

/** Looked for before anything is parsed: nearly no request has it. */
export const isPreview = (query: string) => query.includes('preview=')

/** @throws Refusal `forbidden` */
export async function previewAnswer(
  services: Services,
  request: Heard,
  { uuid, query }: Asked,
): Promise<Answer> {
  const asked = new URLSearchParams(query)
  const payload = await openPreview(services, {
    uuid,
    token: asked.get('preview') ?? '',
    tab: asked.get('tab') ?? '',
    origin: originOf(request),
  })
  const { country } = senderOf(request, services.config.trustsProxy)
  // Beside the line that all answers have: a browser joins the two.
  const exposed = ['Access-Control-Expose-Headers', countryHeader]
  return jsonAnswer(200, payload, country === '' ? [] : [...exposed, countryHeader, country])
}

/** A page that asks its own origin names it in the Referer alone. */
function originOf(request: Heard): string | undefined {
  const referer = headerOf(request, 'referer') ?? ''
  return (
    headerOf(request, 'origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined)
  )
}
