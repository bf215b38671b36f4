/** Our element on the page: the card of one item, with the parts that all nudges have. */
import type { PixelItem, PixelPayload, PixelPhrases } from '#app/contract/pixel.ts'
import { isPlain } from '../build-kind.ts'
import { listen } from '../guard.ts'
import { fillForm } from '../plural.ts'
import type { ItemText, Showing } from '../renderer.ts'
import { isWebAddress, makeDrawing, makeElement, makeSign, setText } from './element.ts'
import { drawPanel } from './panel.ts'
import { phoneStyle, style, writePopupStyle } from './style.ts'
import { addStyle, wearTheme } from './theme.ts'
import { trackCard, watchUse, type CardEvent } from './track-card.ts'

/** How far a visitor's clock may be behind ours before it isn't trusted. */
const toleratedSeconds = 300

export type Card = {
  host: HTMLElement
  root: ShadowRoot
  card: HTMLElement
  /**
   * The live region of a popup. It has to be on the page before it gets its text, or few screen
   * readers announce it.
   */
  words: HTMLElement
  /** Replaces the text without touching any control. */
  showText: (text: ItemText) => void
  /** Reacts to the visitor from now on, and reports it. Returns a function that stops it. */
  watch: () => () => void
  /** Types that have been reported. Missing in scripts before 30 November 2026. */
  tracked?: ReadonlySet<CardEvent>
  /** Whether the visitor uses it or reads its panel. */
  isHeld: () => boolean
}

/**
 * Draws the parts of the item. Its text follows with `showText`. Controls are outside the live region,
 * so that it announces only the text.
 *
 * @param place where it will be
 * @param close called when the visitor has closed it; without it nothing does
 */
export const drawCard = (showing: Showing, place: Element, close?: () => void): Card => {
  const { nudge, item, payload, parts } = showing
  const { options, phrases, drawings, layouts } = payload
  const isPopup = isPlain || nudge.surface === 'popup'
  // A custom element name, because themes hide every `div:empty`, and a shadow root doesn't count
  // as content.
  const host = document.createElement('footfall-nudge')
  const root = host.attachShadow({ mode: 'open' })
  const words = makeElement('div', 'words')
  words.id = 'text'
  const body = makeElement('div', 'body', words)
  const main = makeElement('div', 'main', body)
  const tracked = new Set<CardEvent>()
  const track = trackCard(showing, tracked)
  const panel = drawPanel(showing, () => {
    track('close')
    showing.onGone('off')
  })
  const leave =
    close &&
    (() => {
      track('close')
      close()
    })
  const card = makeElement('div', 'card shut', main, panel.element)
  root.append(card)
  card.dir = options.direction ?? getComputedStyle(place).direction
  addStyle(
    root,
    style +
      (layouts?.[nudge.type + (options.layout ?? '')] ?? '') +
      (isPopup ? writePopupStyle(options, !options.direction && card.dir === 'rtl') : '') +
      (options.design ?? '') +
      (isPopup ? phoneStyle : ''),
  )
  card.lang = phrases.lang ?? ''
  wearTheme(card, showing)

  if (isWebAddress(item.url)) {
    const link = drawLink(item.url, words.id)
    // A service's page about its reviews would replace the shop's.
    if (!isPlain && nudge.type === 'review' && link.host !== location.host) link.target = '_blank'
    body.before(link)
  }
  if (isPlain || options.imagePosition !== 'none') {
    body[!isPlain && options.imagePosition === 'end' ? 'after' : 'before'](
      drawPicture(item, drawings?.[nudge.type]),
    )
  }
  const tools = makeElement('div', 'tools')
  // A persistent nudge has to be closable.
  if (leave && (isPlain || options.showClose || nudge.isPersistent)) {
    tools.append(makeSign('M7 7l10 10M7 17 17 7', phrases.close, leave))
  }
  tools.append(panel.button)
  main.append(tools)
  const writeWords = drawText(words, showing)
  const writeMore = isPlain ? undefined : parts.enrich?.(body, item, phrases)
  drawBrand(body, isPopup, payload)

  // An element in the page's flow is no landmark.
  if (isPopup) {
    card.setAttribute('role', 'region')
    card.setAttribute('aria-label', phrases.region)
    words.setAttribute('role', 'status')
  }

  // A card that appears under a resting pointer isn't used.
  const isUsed = () =>
    root.activeElement !== null || (tracked.has('hover') && card.matches(':hover'))

  return {
    host,
    root,
    card,
    words,
    tracked,
    isHeld: () => isUsed() || !panel.element.hidden,
    showText: (text) => {
      writeWords(text)
      writeMore?.(text)
    },
    watch: () =>
      watchUse(card, track, () => {
        if (!isUsed()) return
        if (panel.element.hidden) leave?.()
        else panel.toggle()
      }),
  }
}

/**
 * The text for an activity at `at`, at the time `now`; both in Unix seconds. Empty when no text
 * covers the age or the visitor's clock is obviously wrong: no age is better than a wrong one.
 */
export const formatAge = (
  phrases: Pick<PixelPhrases, 'ago' | 'plural'>,
  at: number,
  now: number,
): string => {
  const age = now - at
  const phrase = phrases.ago.find(({ below }) => age < below)
  if (!phrase || age < -toleratedSeconds) return ''

  return fillForm(phrase.forms, Math.max(0, Math.floor(age / phrase.unit)), phrases.plural)
}

/** The item's image, otherwise the person's initial, otherwise the drawing of the nudge's type. */
const drawPicture = ({ image: address, initial }: PixelItem, line = '') => {
  const picture = makeElement('div', 'picture', initial ?? makeDrawing(line))
  picture.setAttribute('aria-hidden', 'true')
  if (!isWebAddress(address)) return picture
  const image = makeElement('img', 'picture')
  image.alt = ''
  listen(image, 'error', () => image.replaceWith(picture))
  image.src = address
  return image
}

const drawText = (words: HTMLElement, { nudge, item, payload, now }: Showing) => {
  const parts = (['em', 'strong', 'span', 'small'] as const).map((tag) => makeElement(tag, ''))
  // Spaces, where they are in one line.
  for (const part of parts) words.append(part, ' ')

  return ({ title, text }: ItemText) => {
    const age = formatAge(payload.phrases, item.at ?? NaN, now())
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

const drawBrand = (body: HTMLElement, isPopup: boolean, { options, phrases }: PixelPayload) => {
  const { brandUrl, brandsInline } = options
  if (!isWebAddress(brandUrl) || !(isPopup || brandsInline)) return
  const link = makeElement('a', 'brand', phrases.brand ?? '')
  link.href = brandUrl
  link.target = '_blank'
  body.append(link)
}
