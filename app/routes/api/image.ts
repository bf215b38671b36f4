/** Pictures for our own screens: the image proxy of specification section 7. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderImage } from '#app/domain/images/render-image.server.ts'
import { readOnly } from './methods.ts'

/** Browsers keep what can't change, and ask again for what belongs to others. */
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
