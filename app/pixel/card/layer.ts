/** Our element on the page, with all content in its shadow root. */
import type { PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'
import { makeElement } from './element.ts'
import { writePopupStyle, writeStyle } from './style.ts'

export type Layer = {
  host: HTMLElement
  root: ShadowRoot
  card: HTMLElement
  /** Contains the text and what belongs to it; the image and the controls are next to it. */
  body: HTMLElement
  /**
   * The live region of a popup. It has to be on the page before it gets its text, or few screen
   * readers announce it.
   */
  words: HTMLElement
}

/** A layer that isn't attached yet; `place` is where it will be. */
export const makeLayer = (
  { options, phrases }: PixelPayload,
  surface: PixelNudge['surface'],
  place: Element = document.body,
): Layer => {
  // A custom element name, because themes hide every `div:empty`, and a shadow root doesn't count
  // as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const words = makeElement('div', 'words')
  words.id = 'text'
  const body = makeElement('div', 'body', words)
  const card = makeElement('div', 'card', makeElement('div', 'main', body))
  const isAsPage = options.direction === 'auto'
  card.dir = isAsPage ? getComputedStyle(place).direction : options.direction
  wearTheme(card, options, place)
  root.append(card)
  addStyle(root, writeStyle(options))
  // An element in the page's flow is no landmark.
  if (surface === 'popup') {
    addStyle(root, writePopupStyle(options, isAsPage && card.dir === 'rtl'))
    card.setAttribute('role', 'region')
    card.setAttribute('aria-label', phrases.region)
    words.setAttribute('role', 'status')
  }
  return { host, root, card, body, words }
}

/** Colors the card for the background at that element. */
export const wearTheme = (card: HTMLElement, { theme, accents }: PixelOptions, at: Element) => {
  const isDark = theme === 'dark' || (theme === 'auto' && isOnDark(at))
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
  const root = within.getRootNode()
  if (!(root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
