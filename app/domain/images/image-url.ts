/** URLs of our images. Safe in the browser. */
import type { CardSize } from './card-drawing.ts'

/**
 * An image without its size: a URL under /api/image that the server created. The route refuses all
 * others.
 */
export type ImageSource = string & { readonly imageSource: true }

/** Images are generated for these densities, as WebP. */
export const densities = [1, 2] as const

/** CSS pixels. A fixed set, so that no one can make us generate a thousand sizes. */
export const imageWidths = [24, 32, 40, 48, 64, 96, 128, 256] as const
export type ImageWidth = (typeof imageWidths)[number]

export const imageUrl = (
  source: ImageSource,
  width: ImageWidth,
  density: (typeof densities)[number],
): string => `${source}&width=${String(width)}&density=${String(density)}`

/** An external image, drawn as cards on shops' pages get it. */
export const cardImageUrl = (source: ImageSource, size: CardSize): string =>
  `${source}&card=${size}`

/** For the attribute `srcset`. */
export const imageSrcset = (source: ImageSource, width: ImageWidth): string =>
  densities.map((density) => `${imageUrl(source, width, density)} ${String(density)}x`).join(', ')
