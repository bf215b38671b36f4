/** How a card takes its colors and its styles. */
import type { PixelOptions } from '#app/contract/pixel.ts'

/** Colors the card for the background at that element. */
export const wearTheme = (card: HTMLElement, { theme, accents }: PixelOptions, at: Element) => {
  const isDark = theme === 'dark' || (theme !== 'light' && isOnDark(at))
  const accent = accents[isDark ? 1 : 0]
  card.classList.toggle('dark', isDark)
  // A custom property only takes a value, so no other CSS can be injected.
  card.style.setProperty('--accent', accent)
  card.style.setProperty('--tint', `${accent}1f`)
}

/** Whether the background is dark. Without any color it counts as light. */
const isOnDark = (element: Element | null): boolean => {
  if (!element) return false
  const color = getComputedStyle(element).backgroundColor
  const [first = 0, green = 0, , opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  if (opacity < 0.5) return isOnDark(element.parentElement)

  // Green is most of the luminance. Other notations, for example `oklch`, begin with lightness.
  return color[0] === 'r' ? green < 128 : first < 0.5
}

/** A constructed style sheet isn't inline style, so strict content security policies allow it. */
export const addStyle = (within: Node, style: string) => {
  // All of ours are in a shadow root.
  const root = within.getRootNode() as ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
