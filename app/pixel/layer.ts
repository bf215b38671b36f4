/** The one element that the pixel adds to a page, with everything of ours inside its shadow root. */
import { makeElement } from './element.ts'
import { writeStyle } from './style.ts'
import type { PixelPayload } from '../contract/pixel.ts'

export type Layer = {
  host: HTMLElement
  root: ShadowRoot
  card: HTMLElement
  /** The live region: it has to stand empty in the page before its words come, or few readers speak them. */
  status: HTMLElement
}

/** An empty layer that takes no room. */
export const mountLayer = ({ options, phrases }: PixelPayload): Layer => {
  // A name of its own: themes hide every `div:empty`, and a shadow root does not count as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(writeStyle(options))
  root.adoptedStyleSheets = [sheet]
  const card = makeElement('section', 'card')
  card.dir = options.direction
  card.setAttribute('aria-label', phrases.region)
  const status = makeElement('div', 'words')
  status.id = 'words'
  status.setAttribute('role', 'status')
  card.appendChild(status)
  root.appendChild(card)
  document.body.appendChild(host)
  return { host, root, card, status }
}
