/** Image proxy for our own screens. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderImage } from '#app/domain/images/render-image.server.ts'
import { readOnly } from '../methods.ts'

/** Our images never change. External ones are requested again after an hour. */
const cacheRules = {
  forEver: 'public, max-age=31536000, immutable',
  forAnHour: 'private, max-age=3600',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { webp, isForEver } = await renderImage(context.services, query)
  return new Response(new Uint8Array(webp), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline; filename="image.webp"',
      'Cache-Control': isForEver ? cacheRules.forEver : cacheRules.forAnHour,
    },
  })
}

export const action = readOnly
