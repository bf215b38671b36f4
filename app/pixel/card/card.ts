/** The card of one item: the parts that all nudges have. */
import type { PixelItem, PixelOptions, PixelPhrases } from '#app/contract/pixel.ts'
import { listen } from '../guard.ts'
import { fillForm } from '../plural.ts'
import type { Showing, RenderContext, ItemText } from '../renderer.ts'
import { isWebAddress, makeDrawing, makeElement, makeSignButton, setText } from './element.ts'
import type { Layer } from './layer.ts'
import { drawPanel, type Panel } from './panel.ts'

/** How far a visitor's clock may be behind ours before it isn't trusted. */
const toleratedSeconds = 300

/** Actions of the visitor. Without `close` there is no close button. */
export type CardActions = { close?: () => void; turnOff: () => void; toggled: () => void }

export type Card = {
  panel: Panel
  /** Replaces the text without touching any control. */
  write: (words: ItemText) => void
}

/**
 * The text for an activity at `at`, at the time `now`; both in Unix seconds. Null when no text
 * covers the age or the visitor's clock is obviously wrong: no age is better than a wrong one.
 */
export const formatAge = (
  { ago, plural }: Pick<PixelPhrases, 'ago' | 'plural'>,
  at: number,
  now: number,
): string | null => {
  if (now - at < -toleratedSeconds) return null
  const age = Math.max(0, now - at)
  const phrase = ago.find(({ below }) => age < below)
  if (!phrase) return null
  const units = Math.floor(age / phrase.unit)

  return fillForm(phrase.forms, units, plural)
}

/** The item's image, otherwise the person's initial, otherwise the drawing of the nudge's type. */
const drawPicture = ({ image: address, initial }: PixelItem, line = '') => {
  const drawing = initial ? makeElement('b', '', initial) : makeDrawing(line)
  const picture = makeElement('div', 'picture', drawing)
  picture.setAttribute('aria-hidden', 'true')
  if (isWebAddress(address)) {
    const image = makeElement('img', '')
    image.alt = ''
    listen(image, 'error', () => image.replaceWith(drawing))
    image.src = address
    drawing.replaceWith(image)
  }
  return picture
}

/**
 * Fills the layer with the parts of the item. Its text follows with `write`. Controls are outside
 * the live region, so that it announces only the text.
 */
export const fillCard = (
  layer: Layer,
  { showing, stage }: { showing: Showing; stage: RenderContext },
  acts: CardActions,
): Card => {
  const { card, body, words } = layer
  const { nudge, item } = showing
  const { options, phrases, drawings } = stage.payload
  const panel = drawPanel(showing, stage, acts)
  const brand = drawBrand(nudge.surface, options, phrases)
  const tools = makeElement('div', 'tools')

  if (isWebAddress(item.url)) body.before(drawLink(item.url, words.id))
  if (options.imagePosition !== 'none') body.before(drawPicture(item, drawings?.[nudge.type]))
  if (acts.close) tools.append(makeSignButton(phrases.close, '×', acts.close))
  tools.append(panel.button)
  body.after(tools)
  card.append(panel.element)
  const writeWords = drawText(words, showing, stage)
  const writeMore = stage.more.enrich?.(layer, item, phrases)
  if (brand) body.append(brand)

  return {
    panel,
    write: (words) => {
      writeWords(words)
      writeMore?.(words)
    },
  }
}

const drawText = (
  words: HTMLElement,
  { nudge, item }: Showing,
  { payload, now }: RenderContext,
) => {
  const parts = (['em', 'strong', 'span', 'small'] as const).map((tag) => makeElement(tag, ''))
  words.append(...parts)

  return ({ title, text }: ItemText) => {
    const age = item.at === undefined ? null : formatAge(payload.phrases, item.at, now())
    const texts = [nudge.heading, title, text, age]
    parts.forEach((part, place) => setText(part, texts[place]))
  }
}

/** Covers the whole card, below its buttons. */
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
  return link
}
