/** The site's colour, made readable (WCAG 2.2, 1.4.3). */

type Colour = readonly number[]

export const lightCard: Colour = [255, 255, 255]
export const darkCard: Colour = [27, 31, 36]

const leastContrast = 4.5
const stepCount = 20
/** The default colour of the specification's options. */
const fallback: Colour = [11, 110, 79]

/**
 * The colour as `rgb(…)`, moved towards the other end of the scale from `card` until words in it on
 * the card, and words of the card's colour on it, can be read. What is no colour is the default one.
 */
export const makeReadable = (colour: unknown, card: Colour): string => {
  const wanted = readColour(colour)
  const end = card === darkCard ? 255 : 0
  let mixed = wanted
  for (let step = 1; contrast(mixed, card) < leastContrast; step++) {
    mixed = wanted.map((part) => Math.round(part + ((end - part) * step) / stepCount))
  }
  return writeColour(mixed)
}

/** Numbers alone go in, so that nothing else can reach the style. */
export const writeColour = (colour: Colour) => `rgb(${colour.join()})`

const readColour = (text: unknown): Colour => {
  if (typeof text !== 'string' || !/^#[0-9a-f]{6}$/i.test(text)) return fallback
  const value = parseInt(text.slice(1), 16)

  return [value >> 16, (value >> 8) & 255, value & 255]
}

const contrast = (one: Colour, other: Colour) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
const luminance = (colour: Colour) => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
