/** An element of ours on the page, with all that is ours inside of its shadow root. */
import type { PixelNudge, PixelPayload } from '../../contract/pixel.ts'
import { makeElement } from './element.ts'
import { writeStyle } from './style.ts'

export type Layer = {
  host: HTMLElement
  root: ShadowRoot
  card: HTMLElement
  /** Picture, words and controls; what opens stands below it. */
  main: HTMLElement
  body: HTMLElement
  /** Of a popup a live region: it has to stand empty in the page before its words come, or few readers speak them. */
  told: HTMLElement
}

/** An empty layer, to be put somewhere. */
export const makeLayer = (
  { options, phrases }: PixelPayload,
  surface: PixelNudge['surface'],
): Layer => {
  // A name of its own: themes hide every `div:empty`, and a shadow root does not count as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(writeStyle(options, surface))
  root.adoptedStyleSheets = [sheet]
  const isPopup = surface === 'popup'
  // What stands in the flow is no landmark of the page.
  const card = makeElement(isPopup ? 'section' : 'div', 'card')
  card.dir = options.direction
  const main = makeElement('div', 'main')
  const body = makeElement('div', 'body')
  const told = makeElement('div', 'words')
  told.id = 'told'
  if (isPopup) {
    card.setAttribute('aria-label', phrases.region)
    told.setAttribute('role', 'status')
  }
  body.appendChild(told)
  main.appendChild(body)
  card.appendChild(main)
  root.appendChild(card)
  return { host, root, card, main, body, told }
}
