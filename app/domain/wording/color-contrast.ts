/** Adjusts the site's color to a sufficient contrast (WCAG 2.2, 1.4.3). */
import { defaultColor } from '#app/contract/site-options.ts'

type Rgb = readonly number[]

/** The backgrounds of a nudge's card, as in app/pixel/card/style.ts. */
export const lightCard: Rgb = [255, 255, 255]
export const darkCard: Rgb = [27, 31, 36]

const leastContrast = 4.5
const stepCount = 20

/**
 * The color as `#rrggbb`, moved away from the card's color until text has enough contrast, both in
 * this color on the card and in the card's color on it. Falls back to the default color.
 */
export function makeReadable(color: string, card: Rgb | string): string {
  const wanted = parseColor(color) ?? fallback()
  const under = typeof card === 'string' ? (parseColor(card) ?? lightCard) : card
  const end = contrast(white, under) > contrast(black, under) ? 255 : 0
  let mixed = wanted
  for (let step = 1; contrast(mixed, under) < leastContrast && step <= stepCount; step++) {
    mixed = wanted.map((part) => Math.round(part + ((end - part) * step) / stepCount))
  }
  return formatColor(mixed)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

const fallback = (): Rgb => parseColor(defaultColor) ?? black

const formatColor = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** The color on top of `under` as `#rrggbb`, `share` of it from 0 to 1. The default color otherwise. */
export function mixColor(color: string, under: Rgb, share: number): string {
  const wanted = parseColor(color) ?? fallback()
  return formatColor(
    wanted.map((part, place) => {
      const other = under[place] ?? 0
      return Math.round(other + (part - other) * share)
    }),
  )
}

/** The ink of a light card or of a dark one where it has enough contrast on `card`, otherwise black. */
export function readInk(card: string): string {
  const under = parseColor(card) ?? lightCard
  const ink = inks.find((one) => contrast(parseColor(one) ?? black, under) >= leastContrast)
  return ink ?? '#000000'
}

const inks = ['#ffffff', '#16191d'] as const

/** Contrast ratio of two colors as `#rrggbb` (WCAG 2.2), from 1 to 21; 1 for what is no color. */
export const contrastOf = (one: string, other: string): number => {
  const [first, second] = [parseColor(one), parseColor(other)]
  return first && second ? contrast(first, second) : 1
}

/** The color on the light card and on the dark card. */
export const accentsOf = (color: string): [string, string] => [
  makeReadable(color, lightCard),
  makeReadable(color, darkCard),
]

const cards = { light: lightCard, dark: darkCard } as const
type CardName = keyof typeof cards

/** A chosen color on the background of a card. */
export type ReadableColor = {
  card: CardName
  wanted: string
  /** Contrast of the chosen color, from 1 to 21, rounded down: 4.49 must not show as 4.5. */
  contrast: number
  /** The contrast that text needs. */
  least: number
  /** The color in use: the chosen one, or a similar one with enough contrast. */
  used: string
  isKept: boolean
}

export function readableOn(card: CardName, wanted: string): ReadableColor {
  const read = parseColor(wanted)
  const ratio = read ? contrast(read, cards[card]) : 1
  return {
    card,
    wanted,
    contrast: Math.floor(ratio * 10) / 10,
    least: leastContrast,
    used: makeReadable(wanted, cards[card]),
    isKept: ratio >= leastContrast,
  }
}

/** On the light card and on the dark card. */
export const readableColors = (wanted: string): ReadableColor[] => [
  readableOn('light', wanted),
  readableOn('dark', wanted),
]

function parseColor(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null
  const value = parseInt(text.slice(1), 16)

  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Contrast ratio (WCAG 2.2) from 1 to 21. */
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
