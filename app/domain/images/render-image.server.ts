/** An image in the requested size: one of ours, or an external one. */
import { z } from 'zod'
import { Refusal } from '#app/lib/errors.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import { InvalidImage } from '#app/lib/image-encoder.server.ts'
import type { Services } from '#app/services.ts'
import { cardDrawing, cardSizes } from './card-drawing.ts'
import { densities, imageWidths } from './image-url.ts'
import { isSignedImage } from './image-source.server.ts'
import { findPhoto, photoPixels } from './photos.server.ts'

const oneOf = (numbers: readonly number[]) => z.coerce.number().refine((it) => numbers.includes(it))
const size = { width: oneOf(imageWidths), density: oneOf(densities) }

const outside = { url: z.string().max(2048), key: z.string().max(128) }

const imageQuery = z.union([
  z.object({ photo: z.uuid(), ...size }),
  z.object({ ...outside, ...size }),
  z.object({ ...outside, card: z.enum(cardSizes) }),
])

export type RenderedImage = {
  webp: Buffer
  /** The URL always has the same content. */
  isForEver: boolean
}

/** Bounds what a slow or huge external image can cost. */
const fetchLimits = { maxBytes: 5_000_000, maxMillis: 5_000, accept: 'image/webp,image/*' }

/** One message for all errors, so that it reveals nothing about external servers. */
const notShown = new Refusal('malformed', 'This image can’t be shown.')

/** @throws Refusal `malformed`, `unavailable` when too many images wait */
export async function renderImage(
  services: Services,
  query: Readonly<Record<string, string>>,
): Promise<RenderedImage> {
  const asked = imageQuery.safeParse(query)
  if (!asked.success) throw notShown
  if ('card' in asked.data) {
    const drawing = cardDrawing(asked.data.card, 'activity')
    return { webp: await showOutside(services, asked.data, drawing), isForEver: false }
  }
  const pixels = asked.data.width * asked.data.density
  if ('photo' in asked.data) {
    return { webp: await showPhoto(services, asked.data.photo, pixels), isForEver: true }
  }
  const drawing = { width: pixels, isSquare: false }
  return { webp: await showOutside(services, asked.data, drawing), isForEver: false }
}

async function showPhoto(services: Services, id: string, pixels: number): Promise<Buffer> {
  const webp = await findPhoto(services, id)
  if (!webp) throw notShown
  if (pixels >= photoPixels) return webp
  return services.images.encode(webp, { width: pixels, isSquare: true })
}

async function showOutside(
  { images, security: { secrets }, net }: Services,
  asked: { url: string; key: string },
  drawing: Parameters<Services['images']['encode']>[1],
): Promise<Buffer> {
  if (!isSignedImage(secrets, asked)) throw notShown
  try {
    const bytes = await net.images(asked.url, fetchLimits)
    return await images.encode(bytes, drawing)
  } catch (error) {
    if (error instanceof NotFetched || error instanceof InvalidImage) throw notShown
    throw error
  }
}
