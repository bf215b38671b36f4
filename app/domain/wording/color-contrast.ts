/** The site's colour, made readable (WCAG 2.2, 1.4.3). */
import { defaultSiteOptions } from '#app/contract/site-options.ts'

type Rgb = readonly number[]

/** The grounds of a nudge's card, as the pixel draws it (app/pixel/card/style.ts). */
export const lightCard: Rgb = [255, 255, 255]
export const darkCard: Rgb = [27, 31, 36]

export const leastContrast = 4.5
const stepCount = 20

/**
 * The colour as `#rrggbb`, moved towards the other end of the scale from `card` until words in it on
 * the card, and words of the card's colour on it, can be read. What is no colour is the default one.
 */
export function makeReadable(color: string, card: Rgb): string {
  const wanted = parseColor(color) ?? parseColor(defaultSiteOptions.color) ?? []
  const end = card === darkCard ? 255 : 0
  let mixed = wanted
  for (let step = 1; contrast(mixed, card) < leastContrast; step++) {
    mixed = wanted.map((part) => Math.round(part + ((end - part) * step) / stepCount))
  }
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** What is used of a colour: on the light card, and on the dark one. */
export const accentsOf = (color: string): [string, string] => [
  makeReadable(color, lightCard),
  makeReadable(color, darkCard),
]

function parseColor(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null
  const value = parseInt(text.slice(1), 16)

  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"), of a colour like `#0b6e4f` on the card. Null: no colour. */
export function contrastOn(color: string, card: Rgb): number | null {
  const read = parseColor(color)
  return read && contrast(read, card)
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
