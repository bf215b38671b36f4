/** How images are drawn for cards: still, on white, and no larger than they are shown. */

export const cardSizes = ['small', 'large'] as const

/** `small`: an image next to a text. `large`: one above it, which is as wide as the card. */
export type CardSize = (typeof cardSizes)[number]

/** Shops draw products for white pages. */
const still = { isSquare: false, background: '#fff' } as const

/**
 * Pixels, two for each of CSS. An image next to a text is 64 to 128 wide; one above it is 288 wide and
 * 168 high, and twice as high are photos that are cut there.
 */
const sides = {
  small: { width: 256, maxHeight: 256 },
  large: { width: 576, maxHeight: 864 },
} as const satisfies Record<CardSize, object>

/** Smaller files are icons, or pixels that count visits. */
const leastSides = { page: 64, activity: 24 } as const

/** For `ImageEncoder`. @param from where the image is named */
export const cardDrawing = (size: CardSize, from: keyof typeof leastSides) => ({
  ...still,
  ...sides[size],
  leastSide: leastSides[from],
})
