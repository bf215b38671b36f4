/** Our element on the page, with all content in its shadow root. */
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
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

/** A layer that isn't attached yet. */
export const makeLayer = (
  { options, phrases }: PixelPayload,
  surface: PixelNudge['surface'],
): Layer => {
  // A custom element name, because themes hide every `div:empty`, and a shadow root doesn't count
  // as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const words = makeElement('div', 'words')
  words.id = 'text'
  const body = makeElement('div', 'body', words)
  const card = makeElement('div', 'card', makeElement('div', 'main', body))
  card.dir = options.direction
  // A custom property only takes a value, so no other CSS can be injected.
  options.accents.forEach((accent, place) => card.style.setProperty(`--accent${place}`, accent))
  root.append(card)
  addStyle(root, writeStyle(options))
  // An element in the page's flow is no landmark.
  if (surface === 'popup') {
    addStyle(root, writePopupStyle(options))
    card.setAttribute('role', 'region')
    card.setAttribute('aria-label', phrases.region)
    words.setAttribute('role', 'status')
  }
  return { host, root, card, body, words }
}

/** A constructed style sheet isn't inline style, so strict content security policies allow it. */
export const addStyle = (within: Node, style: string) => {
  const root = within.getRootNode()
  if (!(root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
