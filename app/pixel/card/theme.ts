/** How a card takes its colors and its styles. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { isInSight } from './visitor-busy.ts'

/** How much of an element another one has to cover to be the background instead. */
const mostly = 0.6

/**
 * Colors the card. If it follows the page, the page's own background decides, or that of an element
 * which covers most of the page, so that all cards of a page look alike, whatever is below them. A
 * page without any color has that of its color scheme.
 */
export const wearTheme = (card: HTMLElement, { theme, accents }: PixelOptions) => {
  const isDark = theme === 'dark' || (theme !== 'light' && isPageDark())
  const accent = accents[isDark ? 1 : 0]
  card.classList.toggle('dark', isDark)
  // A custom property only takes a value, so no other CSS can be injected.
  card.style.setProperty('--accent', accent)
  card.style.setProperty('--tint', `${accent}1f`)
}

/** Adds an element to the page for a moment, because no other has computed colors. */
const isPageDark = (): boolean => {
  let element: HTMLElement | undefined = document.documentElement
  let isDark = false
  const probe = element.appendChild(document.createElement('i'))
  /** Colors that can be seen through decide nothing, nor do those that aren't known. */
  const read = (...colors: string[]) => {
    let lightness = 0
    for (const color of colors) {
      // Browsers without `color-mix`, which writes all notations as sRGB, know few others.
      probe.style.cssText = `display:none;stroke:${color};stroke:color-mix(in srgb,${color},#000 0%)`
      const { stroke } = getComputedStyle(probe)
      const [, green = NaN, , opacity = 1] = stroke.match(
        // Division makes numbers of them. A letter of “none” stays alone.
        /[\d.e-]+/g,
      ) as unknown as number[]
      // Green is most of the luminance.
      lightness += opacity < 0.5 ? NaN : green / (stroke[0] === 'r' ? 255 : 1) - 0.5
    }
    if (lightness) isDark = lightness < 0
  }
  read('Canvas')
  while (element) {
    const { backgroundColor, backgroundImage }: CSSStyleDeclaration = getComputedStyle(element)
    read(backgroundColor)
    // Pictures can't be known. In a gradient all names of colors are resolved.
    read(...(backgroundImage.match(/"|\b\w+\([^()]+\)/g) ?? []))
    const { width, height }: DOMRect = element.getBoundingClientRect()
    element = ([...element.children] as HTMLElement[]).find(
      (child) => child === document.body || isInSight(child, width * height * mostly),
    )
  }
  probe.remove()
  return isDark
}

/** A constructed style sheet isn't inline style, so strict content security policies allow it. */
export const addStyle = (within: Node, style: string) => {
  // All of ours are in a shadow root.
  const root = within.getRootNode() as ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
