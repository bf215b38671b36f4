/** How a picture of ours is asked for. Safe in the browser. */

/**
 * Where a picture comes from, without its size: an address under /api/image that the server made. Any
 * other address of that route is refused.
 */
export type ImageSource = string & { readonly imageSource: true }

/** Spec §9: images are made for these densities, as WebP. */
export const densities = [1, 2] as const

/** CSS pixels: a fixed set, so that nobody has a picture drawn in a thousand sizes. */
export const imageWidths = [24, 32, 40, 48, 64, 96, 128, 256] as const
export type ImageWidth = (typeof imageWidths)[number]

export const imageUrl = (
  source: ImageSource,
  width: ImageWidth,
  density: (typeof densities)[number],
): string => `${source}&width=${String(width)}&density=${String(density)}`

/** For the attribute `srcset`. */
export const imageSrcset = (source: ImageSource, width: ImageWidth): string =>
  densities.map((density) => `${imageUrl(source, width, density)} ${String(density)}x`).join(', ')
