/** The card of one item: everything that can be seen of a nudge, whichever surface it stands on. */
import type { PixelOptions, PixelPhrases } from '../../contract/pixel.ts'
import type { Showing, Stage, Words } from '../stage.ts'
import { tellAge } from './age.ts'
import { isWebAddress, makeElement, makeIconButton, write } from './element.ts'
import type { Layer } from './layer.ts'
import { drawCode, drawConditions } from './offer.ts'
import { drawPanel, type Panel } from './panel.ts'
import { drawPicture } from './picture.ts'
import { drawProgress } from './progress.ts'
import { drawStars } from './stars.ts'

const cross = 'M6 6l12 12M18 6L6 18'

/** What is done when the visitor asks for it. Without `close` there is no button for it. */
export type Acts = { close?: () => void; turnOff: () => void; toggled: () => void }

export type Card = {
  panel: Panel
  /** Puts these words in the place of the last ones; no control is touched. */
  write: (words: Words) => void
}

/**
 * Fills the layer with the parts of the item; its words come by `write`. The controls stand outside of
 * `told`: a live region speaks the words and nothing else.
 */
export const fillCard = (
  { card, main, body, told }: Layer,
  { showing, stage }: { showing: Showing; stage: Stage },
  acts: Acts,
): Card => {
  const { nudge, item } = showing
  const { options, phrases } = stage.payload
  const panel = drawPanel(nudge.why, phrases, acts)
  const progress = item.threshold && drawProgress(told.id)
  const brand = drawBrand(nudge.surface, options, phrases)

  if (isWebAddress(item.url)) main.insertBefore(drawLink(item.url, told.id), body)
  if (options.imagePosition !== 'none') main.insertBefore(drawPicture(item.image, nudge.type), body)
  if (progress) body.appendChild(progress.bar)
  if (item.code) body.appendChild(drawCode(item.code, phrases))
  if (item.conditions) body.appendChild(drawConditions(item.conditions))
  if (brand) body.appendChild(brand)
  const tools = makeElement('div', 'tools')
  if (acts.close) tools.appendChild(makeIconButton(phrases.close, cross, acts.close))
  tools.appendChild(panel.button)
  main.appendChild(tools)
  card.appendChild(panel.element)

  const writeWords = drawWords(told, showing, stage)
  return {
    panel,
    write: (words) => {
      writeWords(words)
      progress?.show(words.reached)
    },
  }
}

const drawWords = (told: HTMLElement, { nudge, item }: Showing, { payload, now }: Stage) => {
  const { phrases } = payload
  const heading = makeElement('em', '')
  const title = makeElement('strong', '')
  const text = makeElement('span', '')
  const age = makeElement('small', '')
  for (const part of [heading, title]) told.appendChild(part)
  if (item.stars) told.appendChild(drawStars(item.stars, phrases))
  for (const part of [text, age]) told.appendChild(part)

  return (words: Words) => {
    write(heading, nudge.heading)
    write(title, words.title)
    write(text, words.text)
    write(age, item.at === undefined ? null : tellAge(phrases, item.at, now()))
  }
}

/** Over the whole of the card and under its buttons. */
const drawLink = (address: string, name: string) => {
  const link = makeElement('a', 'link')
  link.href = address
  link.setAttribute('aria-labelledby', name)
  return link
}

const drawBrand = (
  surface: string,
  { brandUrl, brandsInline }: PixelOptions,
  { brand }: PixelPhrases,
) => {
  if (!brand || !isWebAddress(brandUrl) || (surface === 'inline' && !brandsInline)) return null
  const link = makeElement('a', 'brand', brand)
  link.href = brandUrl
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}
