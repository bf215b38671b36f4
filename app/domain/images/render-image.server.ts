/** An image in the requested size: one of ours, or an external one. */
import { z } from 'zod'
import { Refusal } from '#app/lib/errors.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import { InvalidImage } from '#app/lib/image-encoder.server.ts'
import type { Services } from '#app/services.ts'
import { densities, imageWidths } from './image-url.ts'
import { isSignedImage } from './image-source.server.ts'
import { findPhoto, photoPixels } from './photos.server.ts'

const oneOf = (numbers: readonly number[]) => z.coerce.number().refine((it) => numbers.includes(it))
const size = { width: oneOf(imageWidths), density: oneOf(densities) }

const imageQuery = z.union([
  z.object({ photo: z.uuid(), ...size }),
  z.object({ url: z.string().max(2048), key: z.string().max(128), ...size }),
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
  const { width, density } = asked.data
  const pixels = width * density
  if ('photo' in asked.data) {
    return { webp: await showPhoto(services, asked.data.photo, pixels), isForEver: true }
  }
  return { webp: await showOutside(services, asked.data, pixels), isForEver: false }
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
  pixels: number,
): Promise<Buffer> {
  if (!isSignedImage(secrets, asked)) throw notShown
  try {
    const bytes = await net.images(asked.url, fetchLimits)
    return await images.encode(bytes, { width: pixels, isSquare: false })
  } catch (error) {
    if (error instanceof NotFetched || error instanceof InvalidImage) throw notShown
    throw error
  }
}
