/** A shop's brand color, from what its page says about colors. */

/** Where colors can be. The page's own order. */
export type ColorMarks = {
  /** Values of `meta name="theme-color"`. */
  themeColors: readonly string[]
  /** Values of `style` attributes of buttons. */
  buttonStyles: readonly string[]
  /** Text of `style` elements. */
  css: string
}

/** How often a color has to be named as a button's to weigh as much as one variable of the brand. */
const variableWeight = 3

const isBrandVariable = /^--(?:.*-)?(brand|primary|accent|button|btn|cta|theme)(?:-|$)/i
/** Variables for something on top of the color, or for another state of it. */
const isOtherVariable =
  /(text|foreground|contrast|label|border|shadow|hover|focus|disabled|secondary|inverse)/i
const isButton = /(^|[\s,>+~.])(button|btn)\b|\[type=["']?submit|(\.|-)(button|btn|cta)\b/i

/**
 * The page's theme color, otherwise the color that its buttons and brand variables name most often.
 * Black, white and gray are no brand: they are what a page has without one.
 *
 * @returns like `#0b6e4f`; null: none was found
 */
export function findBrandColor({ themeColors, buttonStyles, css }: ColorMarks): string | null {
  const [theme] = themeColors.flatMap(brandColorOf)
  if (theme !== undefined) return theme
  const counted = new Map<string, number>()
  const count = (value: string, weight: number) => {
    for (const color of brandColorOf(value)) counted.set(color, (counted.get(color) ?? 0) + weight)
  }
  for (const { selector, name, value } of [
    ...buttonStyles.flatMap((style) => declarationsOf(style, 'button')),
    ...css.split('}').flatMap(rulesOf),
  ]) {
    if (isBrandVariable.test(name) && !isOtherVariable.test(name)) count(value, variableWeight)
    else if (isButton.test(selector) && isBackground(name)) count(value, 1)
  }
  const [best] = [...counted].toSorted(([, one], [, other]) => other - one)
  return best?.[0] ?? null
}

const isBackground = (name: string) => name === 'background' || name === 'background-color'

type Declaration = { selector: string; name: string; value: string }

/** A selector is only read for its end, which names the element. */
function rulesOf(block: string): Declaration[] {
  const start = block.lastIndexOf('{')
  const selector = block.slice(Math.max(0, start - 300), Math.max(0, start))
  return start < 0 ? [] : declarationsOf(block.slice(start + 1), selector)
}

const declarationsOf = (text: string, selector: string): Declaration[] =>
  text.split(';').flatMap((part) => {
    const colon = part.indexOf(':')
    const name = part.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = part.slice(colon + 1).trim()
    // Longer values are pictures and gradients.
    return name === '' || name.length > 80 || value.length > 60 ? [] : [{ selector, name, value }]
  })

/** Empty for anything but an opaque color with a hue. */
function brandColorOf(value: string): string[] {
  const channels = channelsOf(value.replace('!important', '').trim().toLowerCase())
  if (channels?.length !== 3) return []
  if (channels.some((channel) => !(channel >= 0 && channel <= 255))) return []
  if (Math.max(...channels) - Math.min(...channels) < leastHue) return []
  return [`#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`]
}

/** Between the strongest and the weakest channel. */
const leastHue = 32

function channelsOf(value: string): number[] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:ff|f)?$/.exec(value)?.[1]
  if (hex !== undefined) {
    const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
  }
  // Themes keep `12, 34, 56` in a variable to add an opacity to it.
  const bare =
    /^(?:rgba?\()?(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*1(?:\.0)?)?\)?$/.exec(value)
  return bare ? bare.slice(1).map(Number) : null
}
