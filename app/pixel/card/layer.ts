/** An element of ours on the page, with all that is ours inside of its shadow root. */
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { makeElement } from './element.ts'
import { writePopupStyle, writeStyle } from './style.ts'

export type Layer = {
  host: HTMLElement
  root: ShadowRoot
  card: HTMLElement
  /** The words and what belongs to them; beside it stand the picture and the controls. */
  body: HTMLElement
  /** Of a popup a live region: it has to stand empty in the page before its words come, or few readers speak them. */
  textElement: HTMLElement
}

/** An empty layer, to be put somewhere. */
export const makeLayer = (
  { options, phrases }: PixelPayload,
  surface: PixelNudge['surface'],
): Layer => {
  // A name of its own: themes hide every `div:empty`, and a shadow root does not count as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const textElement = makeElement('div', 'words')
  textElement.id = 'told'
  const body = makeElement('div', 'body', textElement)
  const card = makeElement('div', 'card', makeElement('div', 'main', body))
  card.dir = options.direction
  // A property takes a value and nothing else, whatever it is: no rule can come with it.
  options.accents.forEach((accent, place) => card.style.setProperty(`--accent${place}`, accent))
  root.append(card)
  addStyle(root, writeStyle(options))
  // What stands in the flow is no landmark of the page.
  if (surface === 'popup') {
    addStyle(root, writePopupStyle(options))
    card.setAttribute('role', 'region')
    card.setAttribute('aria-label', phrases.region)
    textElement.setAttribute('role', 'status')
  }
  return { host, root, card, body, textElement }
}

/** A sheet that a script makes is no inline style: a strict policy of the page lets it be. */
export const addStyle = (within: Node, style: string) => {
  const root = within.getRootNode()
  if (!(root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
