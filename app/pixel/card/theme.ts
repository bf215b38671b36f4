/** How a card takes its colors and its styles. */
import type { PixelOptions } from '#app/contract/pixel.ts'
import { isInSight } from './visitor-busy.ts'

/** How much of an element another one has to cover to be the background instead. */
const mostly = 0.6

/**
 * Colors the card. If it follows the page, the page's own background decides, or that of an element
 * which covers most of the page, so that all cards of a page look alike, whatever is below them. A
 * page without any color is light.
 */
export const wearTheme = (card: HTMLElement, { theme, accents }: PixelOptions) => {
  let isDark = theme === 'dark'
  let element: HTMLElement | false | undefined =
    !isDark && theme !== 'light' && document.documentElement
  while (element) {
    const color = getComputedStyle(element).backgroundColor
    // Always there: the element is attached, and the names of colors are resolved.
    const numbers = color.match(/[\d.]+/g) as [string, string, string, string?]
    const [first, green, , opacity = 1] = numbers
    // Green is most of the luminance. Other notations, for example `oklch`, begin with lightness.
    if (+opacity > 0.5) isDark = color[0] === 'r' ? +green < 128 : +first < 0.5
    const { width, height }: DOMRect = element.getBoundingClientRect()
    element = ([...element.children] as HTMLElement[]).find(
      (child) => child === document.body || isInSight(child, width * height * mostly),
    )
  }
  const accent = accents[isDark ? 1 : 0]
  card.classList.toggle('dark', isDark)
  // A custom property only takes a value, so no other CSS can be injected.
  card.style.setProperty('--accent', accent)
  card.style.setProperty('--tint', `${accent}1f`)
}

/** A constructed style sheet isn't inline style, so strict content security policies allow it. */
export const addStyle = (within: Node, style: string) => {
  // All of ours are in a shadow root.
  const root = within.getRootNode() as ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
